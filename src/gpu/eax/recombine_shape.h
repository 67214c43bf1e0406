/* The kernels of recombine.cu: of wide blocks, and of narrow ones. */
#ifndef CORDEE_GPU_EAX_RECOMBINE_SHAPE_H
#define CORDEE_GPU_EAX_RECOMBINE_SHAPE_H

#include "search/eax/recombine_kernels.h"

struct RecombineShape {
  int block; /* threads */
  void (*kernel)(RecombineTask, char *);
};
extern const RecombineShape recombine_wide, recombine_narrow;

#endif
