/* Large texts of edges, read by several threads (src/graph/read_pairs.h): every edge in its order, whatever lines stand between, the line of a
 * fault, and the largest vertex. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "graph/read_pairs.h"
#include "rng.h"

enum { EDGES = 150000, LINE = 96, VERTICES = 70000, TEXT = EDGES * LINE };

typedef enum Kind { PLAIN, WEIGHTED, MIXED, COMMAS, MARKET, DIMACS, KINDS } Kind;
static const char *const names[KINDS] = {"plain", "weighted", "mixed", "commas", "market", "dimacs"};

typedef struct Text {
  char *text;
  size_t used;
  uint32_t *ends; /* (2 * EDGES) from 0 */
  uint64_t line;  /* of the last edge, from 1 */
  uint64_t first;
} Text;

static uint32_t draw(uint64_t seed, uint32_t k, uint32_t below) {
  return rng_below((RngStream){seed, 1, 2, 3}, k, below);
}

/* ---- texts ---- */

static void say(Text *t, const char *line) {
  t->used += (size_t)snprintf(t->text + t->used, LINE, "%s\n", line);
  t->line++;
}

static void head_write(Text *t, Kind kind) {
  char line[LINE];
  if (kind == MARKET) say(t, "%%MatrixMarket matrix coordinate real general");
  if (kind == MARKET) snprintf(line, sizeof line, "%d %d %d", VERTICES, VERTICES, EDGES);
  if (kind == DIMACS) snprintf(line, sizeof line, "p sp %d %d", VERTICES, EDGES);
  if (kind == MARKET || kind == DIMACS) say(t, line);
}

/* Lines that are no edges stand at random places: about one of `apart` lines. */
static void between_write(Text *t, Kind kind, uint32_t lot) {
  static const char *const plain[] = {"# a comment 1 2", "", "  ", "% another"}, *const other[] = {"c 1 2",
                                                                                                   "c", "c x",
                                                                                                   "c"};
  if (kind == MARKET)
    say(t, lot % 2 ? "% a comment" : "");
  else
    say(t, kind == DIMACS ? other[lot % 4] : plain[lot % 4]);
}

static void edge_write(Text *t, Kind kind, uint32_t lot, unsigned from, unsigned to) {
  static const char *const forms[KINDS][3] = {
      {"%u %u", "%u\t%u ", "  %u   %u\r"},       {"%u %u 7", "%u %u\t12", "%u %u 0 "},
      {"%u %u 0.5", "%u %u x y", "%u \"%u\" 1"}, {"%u,%u", "%u, %u", "%u ,\"%u\""},
      {"%u %u 1.5", "%u %u -3e5", " %u %u"},     {"a %u %u 4", "e %u %u", "a  %u %u x"}};
  char line[LINE];
  snprintf(line, sizeof line, forms[kind][lot % 64 ? lot % 2 : 2], from, to); /* NOLINT */
  say(t, line);
}

/* The first edge has the usual form. */
static Text text_make(Kind kind, uint64_t seed, uint32_t apart) {
  Text t = {.text = malloc(TEXT), .ends = malloc(2 * EDGES * sizeof(uint32_t)), .first = kind >= MARKET};
  head_write(&t, kind);
  for (uint32_t k = 0; k < EDGES; k++) {
    const uint32_t lot = k ? draw(seed, 4 * k, 1 << 20) : 1;
    if (k && draw(seed, 4 * k + 1, apart) == 0) between_write(&t, kind, lot);
    for (uint32_t e = 0; e < 2; e++) t.ends[2 * k + e] = draw(seed, 4 * k + 2 + e, VERTICES);
    if (t.used + 2 * LINE > TEXT) abort();
    edge_write(&t, kind, lot, (unsigned)(t.ends[2 * k] + t.first), (unsigned)(t.ends[2 * k + 1] + t.first));
  }
  return t;
}

static void text_free(Text *t) {
  free(t->text);
  free(t->ends);
}

/* ---- all edges ---- */

static void check_edges(const Text *t, const char *name, int threads) {
  EdgeList edges;
  const Status status = edges_parse("a", t->text, t->used, GRAPH_AS_SAID, GRAPH_IDS_AUTO, threads, &edges);
  if (status != OK) printf("# %s, %d threads: %s\n", name, threads, status_message());
  CU_ASSERT_EQUAL_FATAL(status, OK);
  CU_ASSERT_EQUAL_FATAL(edges.count, EDGES);
  CU_ASSERT_EQUAL(memcmp(edges.ends, t->ends, 2 * EDGES * sizeof *t->ends), 0);
  CU_ASSERT_EQUAL(edges.first, t->first);
  uint32_t largest = 0;
  for (uint32_t k = 0; k < 2 * EDGES; k++) largest = t->ends[k] > largest ? t->ends[k] : largest;
  CU_ASSERT_EQUAL(edges.n, t->first ? VERTICES : largest + 1u);
  edges_free(&edges);
}

static void every_edge(void) {
  static const uint32_t aparts[] = {1000000, 5000, 20};
  for (int kind = 0; kind < KINDS; kind++)
    for (int k = 0; k < 3; k++) {
      Text t = text_make((Kind)kind, (uint64_t)kind + 7, aparts[k]);
      for (int threads = 1; threads <= 5; threads += 2) check_edges(&t, names[kind], threads);
      text_free(&t);
    }
}

/* ---- faults ---- */

static const char *const faults[KINDS] = {"3 x", "3 4", "x 4 1", "3;4", "0 1 1", "b 1 2"};

/* One line of the middle is at fault: it is told with its number. */
static void check_fault(Kind kind, uint64_t seed, int threads) {
  Text t = text_make(kind, seed, 3000);
  const uint32_t lines = (uint32_t)t.line, line = lines / 2 + draw(seed, 0, lines / 3);
  char *at = t.text, want[LINE];
  for (uint32_t k = 1; k < line; k++) at = strchr(at, '\n') + 1;
  char *const stop = strchr(at, '\n');
  const size_t bytes = strlen(faults[kind]);
  if ((size_t)(stop - at) < bytes) return text_free(&t);
  memset(at, ' ', (size_t)(stop - at));
  memcpy(at, faults[kind], bytes);
  EdgeList edges;
  snprintf(want, sizeof want, "a:%u: expected ", line);
  CU_ASSERT_EQUAL(edges_parse("a", t.text, t.used, GRAPH_AS_SAID, GRAPH_IDS_AUTO, threads, &edges),
                  ERR_FORMAT);
  CU_ASSERT(strncmp(status_message(), want, strlen(want)) == 0);
  if (strncmp(status_message(), want, strlen(want)) != 0)
    printf("# %s: wanted %s, found %s\n", names[kind], want, status_message());
  status_clear();
  text_free(&t);
}

static void faults_are_told(void) {
  for (int kind = 0; kind < KINDS; kind++)
    for (uint64_t seed = 0; seed < 4; seed++) check_fault((Kind)kind, seed, 1 + (int)(seed % 3));
}

/* A vertex above the limit in the middle of a large text calls for a map, which then holds all edges. */
static void large_ids(void) {
  Text t = text_make(PLAIN, 3, 100000);
  EdgeList edges;
  t.used += (size_t)snprintf(t.text + t.used, LINE, "1 %llu\n", 5000000000ull);
  CU_ASSERT_EQUAL_FATAL(edges_parse("a", t.text, t.used, GRAPH_AS_SAID, GRAPH_IDS_AUTO, 3, &edges), OK);
  CU_ASSERT(edges.count == EDGES + 1 && edges.ids.id[edges.n - 1] == 5000000000ull);
  for (uint32_t k = 0; k < 2 * EDGES; k++) CU_ASSERT_FATAL(edges.ids.id[edges.ends[k]] == t.ends[k]);
  edges_free(&edges);
  text_free(&t);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(every_edge), TEST(faults_are_told), TEST(large_ids), {NULL, NULL}};
  return harness_run("read pairs", tests);
}
