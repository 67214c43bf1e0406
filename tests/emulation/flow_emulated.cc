/* The kernels of src/gpu/flow on the host: see device.h. */
#include "names.h"
#define FLOW_GRID_VERTICES  100 /* so that networks of a test are large */
#define FLOW_MPM_ITERATIONS 3   /* a launch, so that there are several */
#define flow_kernels_cuda   flow_kernels_emulated
#include "gpu/flow/flow.cu"
