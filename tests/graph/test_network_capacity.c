/* Capacities of networks as people write them (src/graph/network_capacity.c), edges, and matrices of Matrix Market: values against augmenting paths on the
 * network that is meant, written in whole numbers. */
#include <stdio.h>
#include <string.h>
#include "fixtures/harness.h"
#include "graph/network.h"
#include "oracle/oracle_flow.h"

static Status parse(const char *text, const NetworkAsk *ask, Network *out) {
  status_clear();
  return network_parse("n", text, strlen(text), ask, out);
}

static int64_t value_of(const Network *n) {
  uint32_t side;
  return oracle_flow(n->vertices, n->arcs, n->tail, n->head, n->capacity, n->source, n->sink, &side);
}

/* The value in units, and the decimals. */
static void expect_value(const char *text, const NetworkAsk *ask, int64_t value, uint32_t decimals) {
  Network n;
  const Status status = parse(text, ask, &n);
  CU_ASSERT_EQUAL(status, OK);
  if (status != OK) {
    printf("# %s: %s\n", text, status_message());
    return;
  }
  const int64_t found = value_of(&n);
  CU_ASSERT_EQUAL(found, value);
  CU_ASSERT_EQUAL(n.decimals, decimals);
  if (found != value) printf("# %s: %lld\n", text, (long long)found);
  network_free(&n);
}

#define TWO   "p max 3 2\nn 1 s\nn 3 t\n"
#define THREE "p max 3 3\nn 1 s\nn 3 t\n"

static void decimals_are_exact(void) {
  Network n;
  expect_value(TWO "a 1 2 0.1\na 2 3 0.30\n", NULL, 1, 1);
  expect_value(TWO "a 1 2 7\na 2 3 2.5e-3\n", NULL, 25, 4);
  expect_value(TWO "a 1 2 7.00\na 2 3 4e0\n", NULL, 4, 0);
  expect_value(TWO "a 1 2 .000000000000000001\na 2 3 2\n", NULL, 1, 18);
  CU_ASSERT_EQUAL_FATAL(parse(THREE "a 1 2 3\na 1 2 0.5\na 2 3 0.125\n", NULL, &n), OK);
  CU_ASSERT(n.capacity[0] == 3000 && n.capacity[1] == 500 && n.capacity[2] == 125);
  network_free(&n);
}

static void infinite_arcs_never_bind(void) {
  Network n;
  static const char *const words[] = {"inf",
                                      "Infinity",
                                      "+INF",
                                      "9223372036854775807",
                                      "2305843009213693952",
                                      "1e30",
                                      "18446744073709551615"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
    char text[128];
    snprintf(text, sizeof text, "p max 4 3\nn 1 s\nn 4 t\na 1 2 %s\na 2 3 0.5\na 3 4 %s\n", words[k],
             words[k]);
    expect_value(text, NULL, 5, 1);
  }
  CU_ASSERT_EQUAL_FATAL(parse(TWO "a 1 2 inf\na 2 3 41\n", NULL, &n), OK);
  CU_ASSERT_EQUAL(n.capacity[0], 42);
  network_free(&n);
  /* Both cuts have infinite arcs behind them; the smaller one is that near the sinks. */
  CU_ASSERT_EQUAL_FATAL(parse("p max 4 4\nn 1 s\nn 4 t\na 1 2 inf\na 2 3 50\na 2 4 9\na 3 4 6\n", NULL, &n),
                        OK);
  CU_ASSERT_EQUAL(n.capacity[0], 16);
  CU_ASSERT_EQUAL(value_of(&n), 15);
  network_free(&n);
}

/* More than 2^61 together, of which a cut tells that no flow can use them. */
static void wide_arcs_are_limited(void) {
  expect_value(THREE "a 1 2 2000000000000000000\na 1 2 2000000000000000000\na 2 3 41\n", NULL, 41, 0);
  expect_value(
      "p max 4 4\nn 1 s\nn 4 t\na 1 2 200000000000000000\na 2 3 7.5\na 3 2 1\na 3 4 200000000000000000\n",
      NULL, 75, 1);
}

static void edges_go_either_way(void) {
  Network n;
  const NetworkAsk undirected = {.undirected = true};
  expect_value("p max 4 4\nn 1 s\nn 4 t\ne 2 1 3\ne 2 3 2\na 3 4 5\na 4 3 9\n", NULL, 2, 0);
  expect_value("p max 4 4\nn 1 s\nn 4 t\na 2 1 3\na 2 3 2\na 3 4 5\na 4 3 9\n", NULL, 0, 0);
  expect_value("p max 3 2\nn 1 s\nn 3 t\na 2 1 3\na 3 2 2\n", &undirected, 2, 0);
  CU_ASSERT_EQUAL_FATAL(parse("p max 3 2\nn 1 s\nn 3 t\ne 1 2 3\ne 2 2 4\n", NULL, &n), OK);
  CU_ASSERT(n.arcs == 3 && n.edges && n.tail[1] == 1 && n.head[1] == 0 && n.capacity[1] == 3);
  network_free(&n);
}

static void options_name_terminals(void) {
  Network n;
  const NetworkAsk one = {.source = "2", .sink = "1"}, many = {.source = "1,2", .sink = "4"};
  expect_value("p max 3 2\nn 1 s\nn 3 t\na 2 1 3\na 1 3 2\n", &one, 3, 0);
  CU_ASSERT_EQUAL_FATAL(parse("p max 4 2\na 1 3 3\na 2 4 2\n", &many, &n), OK);
  CU_ASSERT(n.own_vertices == 1 && n.source == 4 && n.sink == 3);
  network_free(&n);
  CU_ASSERT_EQUAL(network_vertices_check("source", "1,4"), OK);
  CU_ASSERT_EQUAL(network_vertices_check("source", ""), OK);
  static const char *const bad[] = {
      "0", "x", "1,", ",1", "1 2", "-1", "1,,2", "2147483648", "99999999999999999999"};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    CU_ASSERT_EQUAL(network_vertices_check("sink", bad[k]), ERR_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "--sink: expected vertices from 1 on such as 1 or 1,4"));
    status_clear();
  }
}

static void matrices_are_networks(void) {
  const NetworkAsk ask = {.source = "1", .sink = "3"};
  expect_value("%%MatrixMarket matrix coordinate real general\n% c\n\n3 3 3\n1 2 1.5\n2 3 4\n3 1 9\n", &ask,
               15, 1);
  expect_value("%%matrixmarket MATRIX coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n", &ask, 1, 0);
  expect_value("%%MatrixMarket matrix coordinate integer symmetric\r\n3 3 3\r\n2 1 7\r\n3 2 6\r\n1 1 3\r\n",
               &ask, 6, 0);
  expect_value("%%MatrixMarket matrix coordinate integer general\n3 3 2\n2 1 7\n3 2 6\n", &ask, 0, 0);
}

static void refusals_name_their_place(void) {
  static const NetworkAsk ask = {.source = "1", .sink = "3"}, far = {.source = "4", .sink = "1"};
#define BANNER "%%MatrixMarket matrix coordinate "
  static const struct {
    const char *text;
    const NetworkAsk *ask;
    const char *message;
  } cases[] = {
      {TWO "a 1 2 inf\na 2 3 1e40\n", NULL,
       "n:4: expected a flow with a limit, found infinite arcs from a source to the sink 3"},
      {TWO "a 1 2 nan\n", NULL, "n:4: expected a capacity of 0 or more, with at most 18 digits"},
      {TWO "a 1 2\n", NULL, "n:4: expected a capacity of 0 or more, with at most 18 digits"},
      {TWO "a 1 2 -inf\n", NULL, "n:4: expected a capacity of 0 or more, with"},
      {TWO "a 1 2 -0.5\n", NULL, "n:4: expected a capacity of 0 or more, or inf, found '-0.5'"},
      {TWO "a 1 2 1e17\na 2 3 0.001\n", NULL, "n:5: expected fewer decimals: with 3, the capacities before"},
      {TWO "a 1 2 0.001\na 2 3 1e17\n", NULL,
       "n:5: expected a capacity of at most 2305843009213693.951 beside those before with 3 decimals"},
      {TWO "a 1 2 1000000000000000000.5\n", NULL, "n:4: expected a capacity of 0 or more, with at most 18"},
      {"p asn 3 2\n", NULL, "n:1: expected max (assignments are not supported), found 'asn'"},
      {"p max 3 2\na 1 2 3\na 2 3 4\n", &far, "n: --source: expected a vertex from 1 to 3, found 4"},
      {BANNER "real general\n3 3 0\n", NULL, "n: expected --source VERTEX"},
      {BANNER "complex general\n", &ask,
       "n:1: expected pattern, integer or real, whose values are capacities, found"},
      {BANNER "real skew-symmetric\n", &ask, "n:1: expected general (arcs) or symmetric (edges), found"},
      {"%%MatrixMarket matrix array real general\n", &ask,
       "n:1: expected coordinate, a matrix with a line an entry"},
      {"%%MatrixMarket vector\n", &ask, "n:1: expected matrix, found 'vector'"},
      {"% x\n", &ask, "n:1: expected %%MatrixMarket, or a line of DIMACS's format, found '%'"},
      {BANNER "real general\n3 4 0\n", &ask, "n:2: expected 3 columns, a square matrix"},
      {BANNER "real general\n3 3 9\n", &ask, "n:2: expected a number of entries, not more than the file has"},
      {BANNER "real general\n3 3 1\n1 4 2\n", &ask, "n:3: expected a vertex, 1 to 3, found '4'"},
      {BANNER "real general\n3 3 1\n1 2\n", &ask, "n:3: expected a capacity of 0 or more, with"},
      {BANNER "real general\n3 3 1\n1 2 3 4\n", &ask, "n:3: expected the end of the line, found '4'"},
      {BANNER "real general\n3 3 1\n1 2 3\n1 2 3\n", &ask, "n:4: expected no more than 1 entries"},
      {BANNER "real general\n3 3 2\n1 2 3\n", &ask, "n:2: expected 2 arcs as this line says, found 1"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    Network n;
    CU_ASSERT_EQUAL(parse(cases[k].text, cases[k].ask, &n), ERR_FORMAT);
    const bool said = strstr(status_message(), cases[k].message) != NULL;
    CU_ASSERT(said);
    if (!said) printf("# %s: %s\n", cases[k].text, status_message());
    CU_ASSERT_PTR_NULL(n.tail);
  }
  status_clear();
}

static const HarnessTest tests[] = {TEST(decimals_are_exact),        TEST(infinite_arcs_never_bind),
                                    TEST(wide_arcs_are_limited),     TEST(edges_go_either_way),
                                    TEST(options_name_terminals),    TEST(matrices_are_networks),
                                    TEST(refusals_name_their_place), {NULL, NULL}};

int main(void) { return harness_run("capacities of networks", tests); }
