/* See network_grid.h. */
#include "network_grid.h"

#include "memory.h"

/* ---- sizes ---- */

void network_grid_sizes(uint32_t width, uint32_t height, bool diagonals, uint64_t *vertices, uint64_t *arcs) {
  const uint64_t w = width, h = height, beside = (w - 1) * h + w * (h - 1);
  const uint64_t across = diagonals ? 2 * (w - 1) * (h - 1) : 0;
  *vertices = w * h + 2;
  *arcs = 2 * (beside + across) + 2 * w * h;
}

/* ---- arcs ---- */

static void arc_put(Network *n, uint32_t tail, uint32_t head, int64_t capacity) {
  n->tail[n->arcs] = tail;
  n->head[n->arcs] = head;
  n->capacity[n->arcs++] = capacity;
}

static void edge_put(Network *n, uint32_t v, uint32_t w, int64_t capacity) {
  arc_put(n, v, w, capacity);
  arc_put(n, w, v, capacity);
}

/* To the neighbours on the right and below. */
static void pixel_join(const GreyImage *image, const GridCut *cut, uint32_t x, uint32_t y, Network *n) {
  const uint32_t width = image->width, v = y * width + x;
  const bool right = x + 1 < width, below = y + 1 < image->height;
  const int64_t beside = cut->smoothness, across = (beside * 70710678 + 50000000) / 100000000;
  if (right) edge_put(n, v, v + 1, beside);
  if (below) edge_put(n, v, v + width, beside);
  if (cut->diagonals && below && right) edge_put(n, v, v + width + 1, across);
  if (cut->diagonals && below && x > 0) edge_put(n, v, v + width - 1, across);
}

void network_grid_fill(const GreyImage *image, const GridCut *cut, Network *n) {
  const uint32_t pixels = image->width * image->height;
  n->arcs = 0;
  for (uint32_t y = 0; y < image->height; y++)
    for (uint32_t x = 0; x < image->width; x++) pixel_join(image, cut, x, y, n);
  for (uint32_t v = 0; v < pixels; v++) arc_put(n, pixels, v, image->level[v]);
  for (uint32_t v = 0; v < pixels; v++) arc_put(n, v, pixels + 1, image->most - image->level[v]);
  n->vertices = pixels + 2;
  n->source = pixels;
  n->sink = pixels + 1;
  n->own_vertices = 2;
  n->own_arcs = 2 * pixels;
  n->edges = true;
  n->columns = image->width;
  n->white = image->most;
}

Status network_of_image(const char *path, const GreyImage *image, const GridCut *cut, Network *out) {
  enum { VERTEX_BYTES = 24, ARC_BYTES = 64 };
  uint64_t vertices, arcs;
  network_grid_sizes(image->width, image->height, cut->diagonals, &vertices, &arcs);
  if (arcs > NETWORK_ARCS_MAX)
    FAIL(ERR_FORMAT, "%s: expected an image with at most %d arcs between pixels and terminals, found %llu",
         path, NETWORK_ARCS_MAX, (unsigned long long)arcs);
  TRY(memory_claim(path, VERTEX_BYTES * vertices + ARC_BYTES * arcs, "a network of %u x %u pixels",
                   image->width, image->height));
  TRY(network_alloc((uint32_t)vertices, arcs, out));
  network_grid_fill(image, cut, out);
  return OK;
}
