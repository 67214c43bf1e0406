/* TourImage: a symmetric instance whose tours are the tours of one that is not symmetric.
 *
 * A directed instance of n cities has an image of 2 n nodes (Jonker and Volgenant 1983): city c is the pair of nodes c (tours enter
 * it there) and n + c (tours leave it there). The distance of a pair is 0, that of leaving a and entering b
 * IMAGE_PENALTY + c[a, b] - row[a] - column[b], with the dual values of the cheapest assignment (problem/tsp/tsp_bound.h), and that of
 * any other two nodes DISTANCE_MAX. The reduced costs are at least 0, at most DIRECTED_MAX (else the dual values are taken as 0), and
 * small on the arcs of good tours: candidate lists and start tours by them are those of the assignment.
 *
 * No move that gains cuts a pair: it would add IMAGE_PENALTY, and has at most three reduced costs to win. Tours begin with all
 * pairs, kicks are between pairs (solver/ils/ils_kernels.h), and parents of a crossover have all pairs in common. */
#ifndef CORDEE_SOLVER_CANDIDATES_TOUR_IMAGE_H
#define CORDEE_SOLVER_CANDIDATES_TOUR_IMAGE_H

#include <stdbool.h>
#include "backend.h"
#include "instance.h"
#include "tour_problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Does the instance have an image? Reads sizes only, as tour_nodes does. */
bool tour_has_image(const Instance *inst);
/* Nodes of the tours that kernels know: those of the image; the cities, if there is none. */
int32_t tour_nodes(const Instance *inst);

/* For methods that know no images: ERR_USAGE if the instance has one. */
Status tour_image_refuse(const Instance *inst);

/* Fills in *problem: the matrix of the image on the backend, pairs, penalty and base. ERR_MEMORY, ERR_DEVICE, ERR_STOPPED. */
Status tour_image_make(const Instance *inst, Backend *be, TourProblem *problem);

/* The cities (n) in the order in which a tour of the image's nodes enters them. */
void tour_image_cities(const Instance *inst, const int32_t *node, int32_t *city);

#ifdef __cplusplus
}
#endif
#endif
