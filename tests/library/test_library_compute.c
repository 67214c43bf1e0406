/* Computations of the library (include/cordee.h) that fail: each with a message, and without a trace in memory. */
#include "fixtures/calling.h"

static const double spot[] = {50, 100, 100, 50}, years[] = {0.25, 1, 0.5, 0.25},
                    sigma[] = {0.4, 0.2, 0.3, 0.4}, rate[] = {0.1, 0.05, 0.02, 0.1};
#define BOOK                                                                                                 \
  {"S", CORDEE_F64, 0, spot}, {"T", CORDEE_F64, 0, years}, {"sigma", CORDEE_F64, 0, sigma}, {                \
    "r", CORDEE_F64, 0, rate                                                                                 \
  }
static const cordee_column book[] = {BOOK,
                                     {"type", CORDEE_TEXT, 4, "put\0callput\0put"},
                                     {"N", CORDEE_I32, 0, (const int32_t[]){100, 200, 300, 0}},
                                     {"note", CORDEE_I32, 0, (const int32_t[]){1, 2, 3, 4}}};

/* ---- calls that fail ---- */

static const int64_t falling[] = {0, 2, 1}, late[] = {1, 2, 3}, plain[] = {0, 1, 2},
                     wide[] = {INT64_MAX / 4, 1}, minus[] = {1, -1};
static const int32_t pair[] = {1, 0}, beyond[] = {1, 2}, below[] = {-1, 0}, zero[] = {0}, one[] = {1};

#define NETWORK(...)                                                                                         \
  &(const cordee_network) {                                                                                  \
    .bytes = sizeof(cordee_network), .vertices = 2, .sources = 1, .sinks = 1, .source = zero, .sink = one,   \
    .arcs = 2, .tail = pair, .head = pair, .capacity = plain, __VA_ARGS__                                    \
  }
#pragma GCC diagnostic ignored "-Woverride-init"

static int graph_badly(int kind, cordee_graph **out) {
  switch (kind) {
  case 0:
    return cordee_graph_rows(lib, 2, 1, falling, pair, out);
  case 1:
    return cordee_graph_rows(lib, 2, 1, late, pair, out);
  case 2:
    return cordee_graph_rows(lib, 2, 0, plain, beyond, out);
  case 3:
    return cordee_graph_rows(lib, 2, 0, plain, below, out);
  case 4:
    return cordee_graph_rows(lib, 0, 0, plain, pair, out);
  case 5:
    return cordee_graph_rows(lib, 2, 0, NULL, pair, out);
  case 6:
    return cordee_graph_rows(lib, 2, 0, plain, NULL, out);
  case 7:
    return cordee_graph_rows(lib, 2, 0, plain, pair, NULL);
  case 8:
    return cordee_graph_read(lib, "/nowhere.mtx", out);
  case 9:
    return cordee_graph_read(lib, "urand:n=0", out);
  default:
    return cordee_graph_read(lib, NULL, out);
  }
}
enum { GRAPHS_BAD = 11 };

static int flow_badly(int kind, cordee_records **out) {
  int64_t value;
  switch (kind) {
  case 0:
    return cordee_max_flow(lib, NULL, NULL, &value, NULL, NULL);
  case 1:
    return cordee_max_flow(lib, NETWORK(.bytes = 3), NULL, &value, NULL, NULL);
  case 2:
    return cordee_max_flow(lib, NETWORK(.vertices = 1), NULL, &value, NULL, NULL);
  case 3:
    return cordee_max_flow(lib, NETWORK(.arcs = -1), NULL, &value, NULL, NULL);
  case 4:
    return cordee_max_flow(lib, NETWORK(.arcs = INT64_MAX), NULL, &value, NULL, NULL);
  case 5:
    return cordee_max_flow(lib, NETWORK(.tail = NULL), NULL, &value, NULL, NULL);
  case 6:
    return cordee_max_flow(lib, NETWORK(.head = beyond), NULL, &value, NULL, NULL);
  case 7:
    return cordee_max_flow(lib, NETWORK(.tail = below), NULL, &value, NULL, NULL);
  case 8:
    return cordee_max_flow(lib, NETWORK(.capacity = wide), NULL, &value, NULL, NULL);
  case 9:
    return cordee_max_flow(lib, NETWORK(.capacity = minus), NULL, &value, NULL, NULL);
  case 10:
    return cordee_max_flow(lib, NETWORK(.sink = zero), NULL, &value, NULL, NULL);
  case 11:
    return cordee_max_flow(lib, NETWORK(.sources = 0), NULL, &value, NULL, NULL);
  case 12:
    return cordee_max_flow(lib, NETWORK(.sink = beyond + 1), NULL, &value, NULL, NULL);
  case 13:
    return cordee_max_flows(lib, 2, NULL, NULL, NULL, out);
  default:
    return cordee_max_flows(lib, 1, NETWORK(.head = beyond), NULL, NULL, out);
  }
}
enum { FLOWS_BAD = 15 };

static int price_badly(int kind, cordee_records **out) {
  static const char *const single[] = {"S=3", NULL}, *const other[] = {"sources=3", NULL},
                           *const file[] = {"csv=-", NULL};
  const cordee_column no_name[] = {BOOK, {NULL, CORDEE_F64, 0, spot}},
                      words[] = {BOOK, {"type", CORDEE_F64, 0, spot}},
                      values[] = {BOOK, {"q", CORDEE_F64, 0, NULL}},
                      types[] = {BOOK, {"q", (cordee_type)9, 0, spot}};
  const cordee_computing odd = {.bytes = 1};
  switch (kind) {
  case 0:
    return cordee_price(lib, 3, 3, book, NULL, NULL, out);
  case 1:
    return cordee_price(lib, 3, 5, no_name, NULL, NULL, out);
  case 2:
    return cordee_price(lib, 3, 5, words, NULL, NULL, out);
  case 3:
    return cordee_price(lib, 3, 5, values, NULL, NULL, out);
  case 4:
    return cordee_price(lib, 3, 5, types, NULL, NULL, out);
  case 5:
    return cordee_price(lib, 0, 5, book, NULL, NULL, out);
  case 6:
    return cordee_price(lib, 3, 7, NULL, NULL, NULL, out);
  case 7:
    return cordee_price(lib, 3, 4, book, single, NULL, out);
  case 8:
    return cordee_price(lib, 3, 4, book, other, NULL, out);
  case 9:
    return cordee_price(lib, 3, 4, book, file, NULL, out);
  case 10:
    return cordee_price(lib, 3, 4, book, NULL, &odd, out);
  case 11:
    return cordee_price(lib, 3, 4, book, NULL, NULL, NULL);
  case 12:
    return cordee_compute(lib, "cost", "x", NULL, NULL, out);
  case 13:
    return cordee_compute(lib, NULL, "x", NULL, NULL, out);
  case 14:
    return cordee_compute(lib, "verify", "x", NULL, NULL, out);
  case 15:
    return cordee_compute(lib, "flow", NULL, NULL, NULL, out);
  case 16:
    return cordee_compute(lib, "price", "/nowhere.csv", NULL, NULL, out);
  default:
    return cordee_bfs(lib, NULL, 0, NULL, NULL, NULL, out);
  }
}
enum { PRICES_BAD = 18, BAD_KINDS = GRAPHS_BAD + FLOWS_BAD + PRICES_BAD };

static int call_badly(int kind) {
  cordee_graph *graph = NULL;
  cordee_records *records = NULL;
  const int flows = kind - GRAPHS_BAD, prices = flows - FLOWS_BAD;
  int status;
  if (kind < GRAPHS_BAD)
    status = graph_badly(kind, &graph);
  else if (flows < FLOWS_BAD)
    status = flow_badly(flows, &records);
  else
    status = price_badly(prices, &records);
  CU_ASSERT(!graph && !records);
  return status;
}

static void bad_calls(void) { calls_fail(BAD_KINDS, call_badly); }

static void bad_sources(void) {
  cordee_graph *graph = NULL;
  cordee_records *records = NULL;
  int32_t level[2];
  WORKS(cordee_graph_rows(lib, 2, 1, plain, pair, &graph));
  CU_ASSERT_EQUAL(cordee_bfs(lib, graph, 2, beyond, NULL, NULL, &records), CORDEE_ERR_FORMAT);
  SAYS("sources[1]: expected a vertex from 0 to 1, found 2");
  CU_ASSERT_EQUAL(cordee_bfs_levels(lib, graph, -1, NULL, level, NULL), CORDEE_ERR_FORMAT);
  CU_ASSERT(records == NULL);
  cordee_graph_free(graph);
  cordee_graph_free(NULL);
  cordee_records_free(NULL);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(bad_calls), TEST(bad_sources), {NULL, NULL}};
  return calling_run("library_compute", tests);
}
