/* The entrance of the module cordee_cuda.so. */
#include "module_entrance.cuh"

MODULE_ENTRANCE(backend_cuda)
