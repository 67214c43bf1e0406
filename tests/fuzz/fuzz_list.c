/* libFuzzer target: any bytes are a list of solutions or refused with a place. Built and run by tools/fuzz; no part of
 * `scons test`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "evaluator/verify/verify.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "broken: %s\n", what);
  abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Items items;
  if (verify_list_parse("dir/l", (const char *)data, size, &items) != OK) {
    expect(strncmp(status_message(), "dir/l:", 6) == 0 && !items.data, "a refusal names the file");
    status_clear();
    return 0;
  }
  int32_t line = 0;
  for (uint64_t k = 0; k < items.count; k++) {
    const VerifyPair pair = verify_list_pair(&items, k);
    const char *end = (const char *)items.data + items.bytes;
    expect(pair.instance[0] && pair.solution[0], "no name is empty");
    expect(pair.instance + strlen(pair.instance) < end && pair.solution + strlen(pair.solution) < end,
           "names end inside");
    expect(pair.line > line, "lines ascend");
    line = pair.line;
  }
  free(items.data);
  return 0;
}
