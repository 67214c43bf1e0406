/* The place of a point on a Hilbert curve, for both backends: the key that orders cities
 * (candidate_kernels.h).
 *
 * The curve fills a grid of 2^32 x 2^32 cells (Hilbert 1891; the digit-by-digit form of Warren, Hacker's
 * Delight, ch. 16: the two bits of each level are read off, then the rest of the point is rotated into the
 * frame of that quarter). The cells of so fine a grid are smaller than an eighth of a unit, as no distance
 * exceeds DISTANCE_MAX: a dense cluster keeps its order even if a few far cities make the box wide. */
#ifndef CORDEE_SEARCH_CANDIDATES_HILBERT_H
#define CORDEE_SEARCH_CANDIDATES_HILBERT_H

#include "problem/tsp/metric.h"

typedef struct HilbertFrame {
  double x, y, scale; /* corner of the box, cells per unit */
} HilbertFrame;

/* The square that holds the box with these corners. */
METRIC_FN HilbertFrame hilbert_frame(double low_x, double low_y, double high_x, double high_y) {
  HilbertFrame f;
  double width = high_x - low_x, height = high_y - low_y, side = width > height ? width : height;
  f.x = low_x;
  f.y = low_y;
  f.scale = side > 0 ? 4294967295.0 / side : 0;
  return f;
}

METRIC_FN uint64_t hilbert_key(HilbertFrame f, double at_x, double at_y) {
  /* clamped: a scale that was rounded up may lead just past the last cell */
  double cx = (at_x - f.x) * f.scale, cy = (at_y - f.y) * f.scale;
  uint32_t x = cx < 4294967295.0 ? (uint32_t)cx : 4294967295u,
           y = cy < 4294967295.0 ? (uint32_t)cy : 4294967295u;
  uint64_t key = 0;
  for (uint32_t s = 1u << 31; s; s >>= 1) {
    uint32_t right = (x & s) != 0, up = (y & s) != 0;
    key = key << 2 | (3 * right ^ up);
    uint32_t turn = up - 1, flip = turn & (0u - right),
             swap = (x ^ y) & turn; /* masks, as branches would be mispredicted */
    x ^= swap ^ flip;
    y ^= swap ^ flip;
  }
  return key;
}

#endif
