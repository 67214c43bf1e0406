/* See three_opt_ops.h. */
#include "three_opt_ops.h"

const ThreeOptOps *three_opt_ops(void) { return &three_opt_plain; }
