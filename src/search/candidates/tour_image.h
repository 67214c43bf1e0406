/* TourImage: a symmetric instance without constraints whose tours are the tours of one that is directed, or a path, or has fixed edges.
 *
 * A path has one city more, which is between its end and its beginning, at a distance of 0 of all others. If an end is given, the edge
 * to it is fixed.
 *
 * Fixed edges have the distance 0, all others IMAGE_PENALTY and their own. So a tour with a fixed edge less is longer by more than any
 * move may gain by it: a move replaces at most three edges, whose distances are at most DIRECTED_MAX.
 *
 * A directed instance of n cities has an image of 2 n nodes (Jonker and Volgenant 1983): city c is the pair of nodes c (tours enter
 * it there) and n + c (tours leave it there). Pairs are fixed edges. The distance of leaving a and entering b is IMAGE_PENALTY +
 * c[a, b] - row[a] - column[b], with the dual values of the cheapest assignment (problem/tsp/bounds/tsp_bounds.h), and that of any other two
 * nodes DISTANCE_MAX. The reduced costs are at least 0, at most DIRECTED_MAX (else the dual values are taken as 0), and small on the
 * arcs of good tours: candidate lists and start tours by them are those of the assignment.
 *
 * Tours begin with all fixed edges, kicks are between pairs (solver/ils/ils_kernels.h), and what a kick cuts else is joined again or
 * makes the tour too long to be kept. Parents of a crossover have all fixed edges in common. */
#ifndef CORDEE_SEARCH_CANDIDATES_TOUR_IMAGE_H
#define CORDEE_SEARCH_CANDIDATES_TOUR_IMAGE_H

#include <stdbool.h>
#include "backend.h"
#include "instance.h"
#include "tour_problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Does the instance have an image? Reads sizes only, as tour_nodes and tour_image_fixed do. */
bool tour_has_image(const Instance *inst);
/* Nodes of the tours that kernels know: those of the image; the cities, if there is none. */
int32_t tour_nodes(const Instance *inst);
/* Fixed edges of a node of the image at most: candidates that are not a choice. */
uint32_t tour_image_fixed(const Instance *inst);

/* Can both be in a batch, as far as images go: both have one, or neither, with as many nodes and fixed edges of a node at most. */
bool tour_images_alike(const Instance *a, const Instance *b);

/* For methods that know no images: ERR_USAGE if the instance has one. */
Status tour_image_refuse(const Instance *inst);

/* Fills in *problem: the matrix of the image on the backend, pairs, penalty and base. ERR_USAGE: a distance of more than DIRECTED_MAX.
 * ERR_MEMORY, ERR_DEVICE, ERR_STOPPED. */
Status tour_image_make(const Instance *inst, Backend *be, TourProblem *problem);

/* The same for several instances, alike, of a batch: their matrices follow each other, problem->base stays 0, and base (instances) says
 * what tours of each cost more. */
Status tour_images_make(const Instance *const *inst, uint32_t instances, Backend *be, TourProblem *problem,
                        int64_t *base);

/* The cities (n) in the order in which a tour of the image's nodes enters them; a path from its beginning. */
Status tour_image_cities(const Instance *inst, const int32_t *node, int32_t *city);

/* Its inverse: the nodes (tour_nodes) of a tour of the cities (n); without an image these are the cities. */
void tour_image_nodes(const Instance *inst, const int32_t *city, int32_t *node);

#ifdef __cplusplus
}
#endif
#endif
