/* RecombineKernels.recombine_large of the backend "cuda" (recombine_large.cu). */
#ifndef CORDEE_GPU_EAX_RECOMBINE_LARGE_H
#define CORDEE_GPU_EAX_RECOMBINE_LARGE_H

#include "search/eax/recombine_kernels.h"

Status recombine_large_cuda(Backend *be, const RecombineTask *task);

#endif
