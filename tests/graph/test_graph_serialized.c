/* GAP's serialized graphs: what they hold, and that every claim is held against the file. */
#include <stdio.h>
#include <string.h>
#include "fixtures/harness.h"
#include "graph/graph_text.h"

enum { ROOM = 512, VERTICES = 3 };

typedef struct Bytes {
  unsigned char at[ROOM];
  size_t used;
} Bytes;

static void put(Bytes *b, uint64_t value, int bytes) {
  for (int k = 0; k < bytes; k++) b->at[b->used++] = (unsigned char)(value >> (8 * k));
}

static void rows_put(Bytes *b, const uint64_t offset[VERTICES + 1], const uint32_t *to, size_t arcs) {
  for (int v = 0; v <= VERTICES; v++) put(b, offset[v], 8);
  for (size_t k = 0; k < arcs; k++) put(b, to[k], 4);
}

/* The path 0 - 1 - 2. */
static void path_make(Bytes *b) {
  *b = (Bytes){.used = 0};
  put(b, 0, 1);
  put(b, 4, 8);
  put(b, VERTICES, 8);
  rows_put(b, (uint64_t[]){0, 1, 3, 4}, (uint32_t[]){1, 0, 2, 1}, 4);
}

/* 2 to 0, 0 to 1. */
static void arcs_make(Bytes *b) {
  *b = (Bytes){.used = 0};
  put(b, 1, 1);
  put(b, 2, 8);
  put(b, VERTICES, 8);
  rows_put(b, (uint64_t[]){0, 1, 1, 2}, (uint32_t[]){1, 0}, 2);
  rows_put(b, (uint64_t[]){0, 1, 2, 2}, (uint32_t[]){2, 0}, 2);
}

static Status parse(const char *path, const Bytes *b, GraphArcs arcs, EdgeList *edges) {
  return edges_parse(path, (const char *)b->at, b->used, arcs, GRAPH_IDS_AUTO, 2, edges);
}

static void undirected(void) {
  const uint32_t wanted[] = {0, 1, 1, 2};
  Bytes b;
  EdgeList edges;
  path_make(&b);
  CU_ASSERT_EQUAL_FATAL(parse("a.sg", &b, GRAPH_AS_SAID, &edges), OK);
  CU_ASSERT(edges.n == VERTICES && edges.count == 2 && !edges.directed && edges.first == 0);
  CU_ASSERT_EQUAL(memcmp(edges.ends, wanted, sizeof wanted), 0);
  edges_free(&edges);
  CU_ASSERT_EQUAL(parse("a.sg", &b, GRAPH_DIRECTED, &edges), ERR_FORMAT);
  status_clear();
}

static void directed(void) {
  const uint32_t wanted[] = {0, 1, 2, 0};
  Bytes b;
  EdgeList edges;
  arcs_make(&b);
  CU_ASSERT_EQUAL_FATAL(parse("a.SG.gz", &b, GRAPH_AS_SAID, &edges), OK);
  CU_ASSERT(edges.n == VERTICES && edges.count == 2 && edges.directed);
  CU_ASSERT_EQUAL(memcmp(edges.ends, wanted, sizeof wanted), 0);
  edges_free(&edges);
}

typedef struct Broken {
  bool directed;
  size_t at; /* of a byte that is `value` */
  unsigned char value;
  const char *want;
} Broken;

static void broken_check(const Broken *c) {
  Bytes b;
  EdgeList edges;
  if (c->directed)
    arcs_make(&b);
  else
    path_make(&b);
  b.at[c->at] = c->value;
  CU_ASSERT_EQUAL_FATAL(parse("a.sg", &b, GRAPH_AS_SAID, &edges), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), c->want));
  if (!strstr(status_message(), c->want)) printf("# wanted %s\n# found  %s\n", c->want, status_message());
  status_clear();
}

/* Offsets begin at 17, rows at 49; of the directed one the reversed ones at 57 and 89. */
static void refused(void) {
  static const Broken cases[] = {{false, 0, 2, "a.sg: expected 0 or 1 as the first byte"},
                                 {false, 0, 1, "expected 113 bytes"},
                                 {false, 1, 5, "expected 69 bytes for 3 vertices and 5 arcs, found 65"},
                                 {false, 6, 9, "expected at most 1099511627776 arcs"},
                                 {false, 9, 0, "expected 1 to 2147483647 vertices (bytes 9 to 16), found 0"},
                                 {false, 14, 1, "expected 1 to 2147483647 vertices"},
                                 {false, 17, 1, "rows: expected the first row to begin at 0, found 1"},
                                 {false, 25, 4, "rows: expected row 1 to end from 4 to 4, found 3"},
                                 {false, 33, 5, "rows: expected row 1 to end from 1 to 4, found 5"},
                                 {false, 41, 3, "rows: expected row 2 to end from 4 to 4, found 3"},
                                 {false, 49, 3, "rows: expected neighbour 0 from 0 to 2, found 3"},
                                 {false, 52, 255, "rows: expected neighbour 0 from 0 to 2, found -16777215"},
                                 {false, 49, 2, "expected each edge in the rows of both ends"},
                                 {true, 89, 1, "expected the reversed rows to have the same arcs"},
                                 {true, 89, 7, "reversed rows: expected neighbour 0 from 0 to 2, found 7"},
                                 {true, 81, 1, "reversed rows: expected row 2 to end"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) broken_check(&cases[k]);
}

static void cut(void) {
  Bytes b;
  EdgeList edges;
  for (size_t bytes = 0;; bytes++) {
    arcs_make(&b);
    if (bytes == b.used) break;
    b.used = bytes;
    CU_ASSERT_EQUAL(parse("a.sg", &b, GRAPH_AS_SAID, &edges), ERR_FORMAT);
    status_clear();
  }
  CU_ASSERT_EQUAL(parse("a.wsg", &b, GRAPH_AS_SAID, &edges), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "without weights"));
  status_clear();
}

static const HarnessTest tests[] = {TEST(undirected), TEST(directed), TEST(refused), TEST(cut), {NULL, NULL}};

int main(void) { return harness_run("serialized graphs", tests); }
