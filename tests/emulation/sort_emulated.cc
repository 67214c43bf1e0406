/* What CUB does in src/gpu/bfs/bfs_sort.cu, by the C++ library. */
#include "names.h"
#include <algorithm>
#include "gpu/bfs/bfs_sort.h"

namespace bfs {

Status arcs_room(uint64_t, int, uint64_t *bytes) {
  *bytes = 0;
  return OK;
}

/* The arrays change places, as they may. */
Status arcs_sort(Backend *, Key *keys[2], uint64_t count, int bits) {
  for (uint64_t k = 0; k < count; k++)
    if (bits < 64 && keys[0][k] >> bits) FAIL(ERR_DEVICE, "key %llu has more than %d bits", keys[0][k], bits);
  std::sort(keys[0], keys[0] + count);
  std::copy(keys[0], keys[0] + count, keys[1]);
  std::fill(keys[0], keys[0] + count, ~0ull);
  std::swap(keys[0], keys[1]);
  return OK;
}

Status arcs_unique(Backend *, Key *keys[2], uint64_t *count) {
  *count = (uint64_t)(std::unique_copy(keys[0], keys[0] + *count, keys[1]) - keys[1]);
  std::swap(keys[0], keys[1]);
  return OK;
}

} // namespace bfs
