/* Graphs and networks in memory, by the library (include/cordee.h): searches and maximum flows against the oracles. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "fixtures/calling.h"
#include "oracle/oracle_flow.h"

static const char *const checked[] = {"threads=1", "backend=cpu", "check=1", NULL};

static uint64_t draws = 1;
static uint32_t draw(uint32_t below) {
  draws = draws * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((draws >> 33) * below >> 31);
}

/* ---- graphs ---- */

enum { VERTICES = 200, ARCS = 900 };

typedef struct Drawn { /* compressed sparse rows */
  int64_t offset[VERTICES + 1];
  int32_t to[ARCS];
} Drawn;

static Drawn drawn_make(void) {
  Drawn d;
  for (int v = 0; v <= VERTICES; v++) d.offset[v] = (int64_t)v * ARCS / VERTICES;
  for (int a = 0; a < ARCS; a++) d.to[a] = (int32_t)draw(VERTICES / 2 + 50); /* some have no arc in */
  return d;
}

/* Levels by one pass over all arcs after another. */
static void levels_expect(const Drawn *d, bool directed, int32_t source, int32_t *level) {
  for (int v = 0; v < VERTICES; v++) level[v] = v == source ? 0 : -1;
  for (int32_t l = 0, more = 1; more; l++) {
    more = 0;
    for (int v = 0; v < VERTICES; v++)
      for (int64_t a = d->offset[v]; a < d->offset[v + 1]; a++) {
        const int u = d->to[a];
        if (level[v] == l && level[u] < 0) {
          level[u] = l + 1;
          more = 1;
        }
        if (!directed && level[u] == l && level[v] < 0) {
          level[v] = l + 1;
          more = 1;
        }
      }
  }
}

static void parents_right(const Drawn *d, bool directed, const int32_t *level, const int32_t *parent) {
  int32_t least[VERTICES];
  for (int v = 0; v < VERTICES; v++) least[v] = level[v] == 0 ? v : -1;
  for (int v = 0; v < VERTICES; v++)
    for (int64_t a = d->offset[v]; a < d->offset[v + 1]; a++) {
      const int u = d->to[a];
      if (level[v] >= 0 && level[u] == level[v] + 1 && (least[u] < 0 || v < least[u])) least[u] = v;
      if (!directed && level[u] >= 0 && level[v] == level[u] + 1 && (least[v] < 0 || u < least[v]))
        least[v] = u;
    }
  CU_ASSERT_EQUAL(memcmp(least, parent, sizeof least), 0);
}

static void records_agree(const cordee_records *records, size_t k, int32_t source, const int32_t *level) {
  uint32_t visited = 0, depth = 0;
  for (int v = 0; v < VERTICES; v++) {
    visited += level[v] >= 0;
    if (level[v] > (int32_t)depth) depth = (uint32_t)level[v];
  }
  CU_ASSERT_EQUAL(((const uint32_t *)records_column(records, "source", CORDEE_U32))[k], (uint32_t)source);
  CU_ASSERT_EQUAL(((const uint32_t *)records_column(records, "visited", CORDEE_U32))[k], visited);
  CU_ASSERT_EQUAL(((const uint32_t *)records_column(records, "depth", CORDEE_U32))[k], depth);
}

static void searches(bool directed) {
  const Drawn d = drawn_make();
  cordee_graph *graph = NULL;
  cordee_records *records = NULL;
  int32_t sources[40], expected[VERTICES], level[VERTICES], parent[VERTICES];
  WORKS(cordee_graph_rows(lib, VERTICES, directed, d.offset, d.to, &graph));
  CU_ASSERT(cordee_graph_vertices(graph) == VERTICES && (cordee_graph_directed(graph) != 0) == directed);
  CU_ASSERT(cordee_graph_arcs(graph) > 0 && cordee_graph_arcs(graph) <= (directed ? ARCS : 2 * ARCS));
  for (int k = 0; k < 40; k++) sources[k] = (int32_t)draw(VERTICES);
  WORKS(cordee_bfs(lib, graph, 40, sources, checked, NULL, &records));
  records_whole(records, 40);
  for (size_t k = 0; k < 40; k++) {
    levels_expect(&d, directed, sources[k], expected);
    records_agree(records, k, sources[k], expected);
    WORKS(cordee_bfs_levels(lib, graph, sources[k], quick, level, k % 2 ? parent : NULL));
    CU_ASSERT_EQUAL(memcmp(level, expected, sizeof level), 0);
    if (k % 2) parents_right(&d, directed, level, parent);
  }
  cordee_records_free(records);
  cordee_graph_free(graph);
}

static void directed_graph(void) { searches(true); }
static void graph_of_edges(void) { searches(false); }

/* A file counts vertices from 1; here they count from 0. */
static void graph_of_a_generator(void) {
  const char *const few[] = {"sources=5", "threads=1", NULL};
  cordee_graph *graph = NULL;
  cordee_records *records = NULL, *file = NULL;
  WORKS(cordee_graph_read(lib, "urand:n=1000,degree=6,seed=3", &graph));
  CU_ASSERT(cordee_graph_vertices(graph) == 1000 && !cordee_graph_directed(graph));
  WORKS(cordee_bfs(lib, graph, 0, NULL, few, NULL, &records));
  WORKS(cordee_compute(lib, "bfs", "urand:n=1000,degree=6,seed=3", few, NULL, &file));
  records_whole(records, 5);
  records_whole(file, 5);
  CU_ASSERT_EQUAL(memcmp(records_column(records, "checksum", CORDEE_U64),
                         records_column(file, "checksum", CORDEE_U64), 40),
                  0);
  cordee_records_free(records);
  cordee_records_free(file);
  cordee_graph_free(graph);
}

/* ---- ids of a file ---- */

static char path[] = "/tmp/cordee-ids-XXXXXX";

static void file_put(const char *text) {
  FILE *file = fopen(path, "w");
  CU_ASSERT_PTR_NOT_NULL_FATAL(file);
  fputs(text, file);
  fclose(file);
}

static void levels_are(const cordee_graph *graph, int32_t source, const int32_t *expected, size_t count) {
  int32_t level[8];
  WORKS(cordee_bfs_levels(lib, graph, source, quick, level, NULL));
  CU_ASSERT_EQUAL(memcmp(level, expected, count * sizeof *level), 0);
}

/* 9 - 7000000000 - 12, in every kind of naming. */
static void numbers_of_a_file(void) {
  static const char *const namings[] = {"sparse", "auto"};
  static const int32_t levels[] = {0, 2, 1};
  cordee_graph *graph = NULL;
  file_put("9 7000000000\n7000000000 12\n");
  for (int k = 0; k < 2; k++) {
    const char *names = "none";
    WORKS(cordee_graph_read_ids(lib, path, -1, namings[k], &graph));
    const uint64_t *const ids = cordee_graph_ids(graph, &names);
    CU_ASSERT_FATAL(ids && !names && cordee_graph_vertices(graph) == 3);
    CU_ASSERT(ids[0] == 9 && ids[1] == 12 && ids[2] == 7000000000);
    CU_ASSERT(cordee_graph_vertex(graph, "12") == 1 && cordee_graph_vertex(graph, "13") == -1);
    CU_ASSERT(cordee_graph_vertex(graph, "7000000000") == 2 && cordee_graph_vertex(graph, "x") == -1);
    levels_are(graph, cordee_graph_vertex(graph, "9"), levels, 3);
    cordee_graph_free(graph);
  }
  CU_ASSERT_EQUAL(cordee_graph_read(lib, path, &graph), CORDEE_ERR_FORMAT);
  SAYS("use sparse ids");
  CU_ASSERT_EQUAL(cordee_graph_read_ids(lib, path, -1, "dense", &graph), CORDEE_ERR_FORMAT);
  CU_ASSERT_EQUAL(cordee_graph_read_ids(lib, "urand:n=9,degree=2", -1, "sparse", &graph), CORDEE_ERR_FORMAT);
  CU_ASSERT_EQUAL(cordee_graph_read_ids(lib, path, -1, "words", &graph), CORDEE_ERR_USAGE);
  SAYS("ids: expected auto, dense, sparse or names, found words");
  CU_ASSERT_EQUAL(cordee_graph_read_ids(lib, path, -1, NULL, &graph), CORDEE_ERR_USAGE);
}

static void words_of_a_file(void) {
  static const int32_t levels[] = {1, -1, 0};
  cordee_graph *graph = NULL;
  const char *names = NULL;
  file_put("Worms Mainz\nSpeyer Worms\n");
  WORKS(cordee_graph_read_ids(lib, path, 1, "names", &graph));
  const uint64_t *const at = cordee_graph_ids(graph, &names);
  CU_ASSERT_FATAL(at && names && cordee_graph_vertices(graph) == 3 && cordee_graph_directed(graph));
  CU_ASSERT(at[0] == 0 && at[3] == 16 && memcmp(names, "MainzSpeyerWorms", 16) == 0);
  CU_ASSERT(cordee_graph_vertex(graph, "Worms") == 2 && cordee_graph_vertex(graph, "Worm") == -1);
  levels_are(graph, 2, levels, 3);
  cordee_graph_free(graph);
}

static void no_ids_of_a_file(void) {
  static const int32_t levels[] = {-1, 2, 1, 0};
  cordee_graph *graph = NULL;
  const char *names = "none";
  file_put("1 2\n2 3\n");
  WORKS(cordee_graph_read_ids(lib, path, 0, "auto", &graph));
  CU_ASSERT(!cordee_graph_ids(graph, &names) && !names && !cordee_graph_ids(graph, NULL));
  CU_ASSERT_EQUAL_FATAL(cordee_graph_vertices(graph), 4);
  CU_ASSERT(cordee_graph_vertex(graph, "3") == 3 && cordee_graph_vertex(graph, "4") == -1);
  levels_are(graph, 3, levels, 4);
  cordee_graph_free(graph);
}

/* ---- networks ---- */

typedef struct Drained {
  int32_t tail[ARCS], head[ARCS], source[3], sink[3];
  int64_t capacity[ARCS];
} Drained;

static void network_draw(Drained *d) {
  for (int a = 0; a < ARCS; a++) {
    d->tail[a] = (int32_t)draw(VERTICES);
    d->head[a] = (int32_t)draw(VERTICES);
    d->capacity[a] = draw(100);
  }
  for (int k = 0; k < 3; k++) {
    d->source[k] = k;
    d->sink[k] = VERTICES / 2 + k;
  }
}

static cordee_network network_of(const Drained *d, int terminals) {
  return (cordee_network){.bytes = sizeof(cordee_network),
                          .vertices = VERTICES,
                          .sources = terminals,
                          .sinks = terminals,
                          .arcs = ARCS,
                          .tail = d->tail,
                          .head = d->head,
                          .capacity = d->capacity,
                          .source = d->source,
                          .sink = d->sink};
}

/* Flows within capacities, kept at every vertex but the terminals, and a cut of the same capacity. */
static void flow_proved(const cordee_network *n, int64_t value, const int64_t *flow, const uint8_t *side) {
  int64_t balance[VERTICES] = {0}, cut = 0, out = 0;
  for (int a = 0; a < ARCS; a++) {
    CU_ASSERT(flow[a] >= 0 && flow[a] <= n->capacity[a]);
    balance[n->tail[a]] -= flow[a];
    balance[n->head[a]] += flow[a];
    cut += !side[n->tail[a]] && side[n->head[a]] ? n->capacity[a] : 0;
  }
  for (int k = 0; k < n->sources; k++) {
    out -= balance[n->source[k]];
    CU_ASSERT(!side[n->source[k]] && side[n->sink[k]]);
    balance[n->source[k]] = balance[n->sink[k]] = 0;
  }
  for (int v = 0; v < VERTICES; v++) CU_ASSERT_EQUAL(balance[v], 0);
  CU_ASSERT(value == cut && value == out);
}

static void oracle_agrees(const Drained *d, int64_t value, const uint8_t *side) {
  uint32_t sinks = 0, found = 0;
  CU_ASSERT_EQUAL(value, oracle_flow(VERTICES, ARCS, (const uint32_t *)d->tail, (const uint32_t *)d->head,
                                     d->capacity, 0, VERTICES / 2, &sinks));
  for (int v = 0; v < VERTICES; v++) found += side[v];
  CU_ASSERT_EQUAL(found, sinks);
}

static void one_network(void) {
  static Drained d;
  int64_t value = -1, flow[ARCS];
  uint8_t side[VERTICES];
  for (int terminals = 1; terminals <= 3; terminals += 2) {
    network_draw(&d);
    const cordee_network n = network_of(&d, terminals);
    WORKS(cordee_max_flow(lib, &n, quick, &value, flow, side));
    flow_proved(&n, value, flow, side);
    if (terminals == 1) oracle_agrees(&d, value, side);
    const int64_t with_cut = value;
    WORKS(cordee_max_flow(lib, &n, quick, &value, NULL, NULL));
    CU_ASSERT_EQUAL(value, with_cut);
  }
}

static void many_networks(void) {
  enum { MANY = 50 };
  static Drained d[MANY];
  static cordee_network n[MANY];
  cordee_records *records = NULL;
  for (int k = 0; k < MANY; k++) {
    network_draw(&d[k]);
    n[k] = network_of(&d[k], 1 + k % 3);
  }
  WORKS(cordee_max_flows(lib, MANY, n, checked, NULL, &records));
  records_whole(records, MANY);
  for (int k = 0; k < MANY; k++) {
    int64_t value = -1;
    WORKS(cordee_max_flow(lib, &n[k], quick, &value, NULL, NULL));
    CU_ASSERT_EQUAL(((const int64_t *)records_column(records, "value", CORDEE_I64))[k], value);
  }
  cordee_records_free(records);
  WORKS(cordee_max_flows(lib, 0, NULL, checked, NULL, &records));
  records_whole(records, 0);
  cordee_records_free(records);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(directed_graph),    TEST(graph_of_edges),  TEST(graph_of_a_generator),
      TEST(numbers_of_a_file), TEST(words_of_a_file), TEST(no_ids_of_a_file),
      TEST(one_network),       TEST(many_networks),   {NULL, NULL}};
  const int file = mkstemp(path);
  if (file < 0) return 1;
  close(file);
  const int result = calling_run("library_graphs", tests);
  unlink(path);
  return result;
}
