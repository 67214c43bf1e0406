/* Options that several benches check: see bench.h. */
#include "bench.h"

Status bench_instance_check(const Options *options) {
  if (options->instance[0] && options_given(options, "sizes"))
    FAIL(ERR_USAGE, "--sizes: expected none beside --instance, which has a size of its own");
  return OK;
}
