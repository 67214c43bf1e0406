/* What the entropy of edges is computed from: see recombine_kernels.h. */
#include <math.h>
#include "recombine_kernels.h"

int32_t recombine_step(int32_t tours) {
  const double f = tours;
  return (int32_t)lround(256 * ((f + 1) * log(f + 1) - (tours ? f * log(f) : 0)));
}

int32_t recombine_bits(int32_t n) {
  int32_t bits = 3;
  while (bits < 28 && (int64_t)1 << bits < (int64_t)8 * n) bits++;
  return bits;
}
