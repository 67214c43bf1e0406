/* Networks of images, whose minimum cut is a segmentation into dark and bright pixels.
 *
 * A pixel with level I of 0..M is labelled dark (0) or bright (M). The energy of labels is the sum of |I - label| of all pixels, and of
 * `smoothness` for each pair of neighbours with different labels: the four of a pixel, or eight, of which a diagonal pair counts
 * smoothness / sqrt(2), rounded. (Greig, Porteous and Seheult, J. R. Statist. Soc. B 51, 1989.) The source has an arc of I to each pixel, each
 * pixel one of M - I to the sink, and neighbours have an edge: the pixels on the source's side of a minimum cut are the bright ones, and
 * its capacity is the energy, the least there is. */
#ifndef CORDEE_GRAPH_NETWORK_GRID_H
#define CORDEE_GRAPH_NETWORK_GRID_H

#include <stdbool.h>
#include <stdint.h>
#include "io/pgm.h"
#include "network.h"
#include "status.h"

/* Of such a network, with source and sink and their arcs. */
void network_grid_sizes(uint32_t width, uint32_t height, bool diagonals, uint64_t *vertices, uint64_t *arcs);
/* Fills one that has room for them. Pixels are vertices in the order of the image; source and sink are the program's own. */
void network_grid_fill(const GreyImage *image, const GridCut *cut, Network *network);
/* The network of a file's image. ERR_FORMAT: too many pixels; ERR_MEMORY. */
Status network_of_image(const char *path, const GreyImage *image, const GridCut *cut, Network *out);

#endif
