/* Arcs as keys, sorted and without repetitions: what CUB does here, apart from the kernels around it. */
#ifndef CORDEE_GPU_BFS_BFS_SORT_H
#define CORDEE_GPU_BFS_BFS_SORT_H

#include "backend.h"

namespace bfs {

typedef unsigned long long Key;

/* Bytes on the device that the functions below take for so many keys, beside these. ERR_DEVICE. */
Status arcs_room(uint64_t count, int bits, uint64_t *bytes);
/* keys: two arrays of (count); the first becomes the sorted one, of keys whose lowest `bits` bits alone are set, the other is room: the two
 * may change places. ERR_MEMORY, ERR_DEVICE. */
Status arcs_sort(Backend *be, Key *keys[2], uint64_t count, int bits);
/* The first, which is sorted, without repetitions; *count becomes how many are left. */
Status arcs_unique(Backend *be, Key *keys[2], uint64_t *count);

} // namespace bfs

#endif
