/* libFuzzer target: any bytes are sources of a graph, one a line that is no comment, or refused with a place. Built and run by tools/fuzz; no
 * part of `scons test`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "evaluator/bfs/bfs_asset.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "broken: %s\n", what);
  abort();
}

/* Lines with something besides blanks that are no comment. */
static uint64_t lines_count(const char *text, size_t bytes) {
  uint64_t count = 0;
  for (size_t at = 0; at < bytes; at++) {
    while (at < bytes && strchr(" \t\r", text[at]) && text[at]) at++;
    count += at < bytes && text[at] != '\n' && text[at] != '#';
    while (at < bytes && text[at] != '\n') at++;
  }
  return count;
}

static void sources_look(const Graph *g, const char *text, size_t bytes) {
  Items items = {.data = NULL};
  if (bfs_sources_parse(g, "dir/s", text, bytes, &items) != OK) {
    expect(strncmp(status_message(), "dir/s:", 6) == 0 && !items.data, "a refusal names the file");
    status_clear();
    return;
  }
  expect(items.count == lines_count(text, bytes), "a source a line");
  for (uint64_t k = 0; k < items.count; k++) expect(bfs_source(&items, k) < g->n, "sources are vertices");
  free(items.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const Graph graphs[] = {{.n = 1}, {.n = 1000, .first = 1}, {.n = UINT32_MAX >> 1}};
  for (size_t k = 0; k < sizeof graphs / sizeof *graphs; k++)
    sources_look(&graphs[k], (const char *)data, size);
  return 0;
}
