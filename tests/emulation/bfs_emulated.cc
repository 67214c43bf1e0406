/* The kernels of src/gpu/bfs on the host: see device.h. */
#include "names.h"
#define bfs_kernels_cuda bfs_kernels_emulated
#define BFS_SHARED       static /* of the block: there is one at a time */
#include "gpu/bfs/bfs.cu"
