/* Networks (src/graph/network*.c): files in DIMACS's format and every error of them, several terminals, generators. */
#include <stdio.h>
#include <string.h>
#include "fixtures/harness.h"
#include "graph/draws.h"
#include "graph/network.h"

static Status parse(const char *text, Network *out) {
  status_clear();
  return network_parse("n.max", text, strlen(text), NULL, out);
}

static void files_are_read(void) {
  Network n;
  CU_ASSERT_EQUAL_FATAL(
      parse("c a\tcomment\n\np max 4 3\r\nn 1 s\nn 4 t\na 1 2 5\n a 2 4\t7 \na 1 1 1000000000000000000", &n),
      OK);
  CU_ASSERT(n.vertices == 4 && n.arcs == 3 && n.source == 0 && n.sink == 3);
  CU_ASSERT(n.tail[1] == 1 && n.head[1] == 3 && n.capacity[1] == 7);
  CU_ASSERT(n.capacity[2] == 1000000000000000000 && n.own_arcs == 0);
  network_free(&n);
}

static void several_terminals_are_joined(void) {
  Network n;
  CU_ASSERT_EQUAL_FATAL(parse("p max 4 3\nn 1 s\nn 2 s\nn 3 t\nn 4 t\na 1 3 5\na 2 3 6\na 1 4 7\n", &n), OK);
  CU_ASSERT(n.vertices == 6 && n.arcs == 7 && n.own_vertices == 2 && n.own_arcs == 4);
  CU_ASSERT(n.source == 4 && n.sink == 5);
  CU_ASSERT(n.tail[3] == 4 && n.head[3] == 0 && n.capacity[3] == 12 && n.capacity[4] == 6);
  CU_ASSERT(n.tail[5] == 2 && n.head[5] == 5 && n.capacity[5] == 11 && n.capacity[6] == 7);
  network_free(&n);
}

static void errors_name_their_place(void) {
  static const struct {
    const char *text, *message;
  } cases[] = {{"", "n.max: expected a line 'p max VERTICES ARCS', found none"},
               {"x\n", "n.max:1: expected a line that begins with c, p, n, a or e"},
               {"p min 2 1\n", "n.max:1: expected max (minimum-cost flows are not supported), found 'min'"},
               {"p max 1 1\n", "n.max:1: expected a number of vertices, 2 to"},
               {"p max 2 99\n", "n.max:1: expected a number of arcs, not more than the file has"},
               {"p max 2 0 0\n", "n.max:1: "},
               {"p max 2 0\np max 2 0\n", "n.max:2: expected one line p"},
               {"n 1 s\n", "n.max:1: expected a line p first"},
               {"a 1 2 3\n", "n.max:1: expected a line p first"},
               {"p max 2 0\nn 3 s\n", "n.max:2: expected a vertex, 1 to 2, found '3'"},
               {"p max 2 0\nn 1 x\n", "n.max:2: expected s or t"},
               {"p max 2 1\nn 1 s\na 1 3 1\n", "n.max:3: expected a vertex, 1 to 2, found '3'"},
               {"p max 2 1\na 0 2 1\n", "n.max:2: expected a vertex, 1 to 2, found '0'"},
               {"p max 2 1\na 1 2 -1\n", "n.max:2: expected a capacity of 0 or more, or inf, found '-1'"},
               {"p max 2 2\nn 1 s\nn 2 t\na 1 2 2000000000000000000\na 1 2 2000000000000000000\n",
                "n.max:5: expected capacities of at most 2305843009213693951 together, found more"},
               {"p max 2 1\na 1 2 3 4\n", "n.max:2: "},
               {"p max 2 1\na 1 2 3\na 1 2 3\n", "n.max:3: expected no more than 1 arcs"},
               {"p max 2 2\nn 1 s\nn 2 t\na 1 2 3\n", "n.max:1: expected 2 arcs as this line says, found 1"},
               {"p max 2 1\nn 2 t\na 1 2 3\n", "n.max: expected --source VERTEX or a line 'n VERTEX s'"},
               {"p max 2 1\nn 1 s\na 1 2 3\n", "n.max: expected --sink VERTEX or a line 'n VERTEX t'"},
               {"p max 3 0\nn 3 s\nn 2 s\nn 1 t\nn 2 t\n", "n.max: expected a sink that is no source"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    Network n;
    CU_ASSERT_EQUAL(parse(cases[k].text, &n), ERR_FORMAT);
    const bool said = strstr(status_message(), cases[k].message) != NULL;
    CU_ASSERT(said);
    if (!said) printf("# %s\n", status_message());
    CU_ASSERT_PTR_NULL(n.tail);
  }
  Network n;
  status_clear();
  CU_ASSERT_EQUAL(network_read("none.max", NULL, &n), ERR_NO_INPUT);
  status_clear();
}

static void generators_make_what_they_say(void) {
  static const struct {
    const char *spec;
    uint32_t vertices, arcs;
  } cases[] = {{"genrmf:a=4,b=3", 48, 176},
               {"rlg:rows=5,levels=3", 17, 40},
               {"random:n=100,degree=6,terminals=1", 100, 600},
               {"random:n=100,degree=6,terminals=50,c=7", 102, 700}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    NetworkSpec s;
    Network n, again;
    uint64_t vertices, arcs;
    CU_ASSERT_TRUE(network_spec_is(cases[k].spec));
    CU_ASSERT_EQUAL_FATAL(network_spec_read(cases[k].spec, &s), OK);
    network_spec_sizes(&s, &vertices, &arcs);
    CU_ASSERT(vertices == cases[k].vertices && arcs == cases[k].arcs);
    CU_ASSERT_EQUAL_FATAL(network_generate(&s, 0, &n), OK);
    CU_ASSERT(n.vertices == vertices && n.arcs == arcs);
    for (uint32_t a = 0; a < n.arcs; a++)
      CU_ASSERT(n.tail[a] < n.vertices && n.head[a] < n.vertices && n.tail[a] != n.head[a] &&
                n.capacity[a] > 0);
    CU_ASSERT_EQUAL_FATAL(network_generate(&s, 0, &again), OK);
    CU_ASSERT(memcmp(n.head, again.head, n.arcs * sizeof *n.head) == 0);
    network_free(&again);
    CU_ASSERT_EQUAL_FATAL(network_generate(&s, 1, &again), OK);
    CU_ASSERT(memcmp(n.head, again.head, n.arcs * sizeof *n.head) != 0 || n.capacity[0] != again.capacity[0]);
    network_free(&n);
    network_free(&again);
  }
}

/* The first arcs of one, for every machine and every version. */
static void generators_stay_the_same(void) {
  NetworkSpec s;
  Network n;
  CU_ASSERT_EQUAL_FATAL(network_spec_read("random:n=1000,degree=6,terminals=50,seed=1", &s), OK);
  CU_ASSERT_EQUAL_FATAL(network_generate(&s, 0, &n), OK);
  static const uint32_t heads[] = {386, 603, 927};
  static const int64_t capacities[] = {144, 588, 432};
  for (int k = 0; k < 3; k++) CU_ASSERT(n.head[k] == heads[k] && n.capacity[k] == capacities[k]);
  network_free(&n);
}

/* The generator's own way to join terminals against that of files; and the same memory for one network after another. */
static void random_terminals_are_joined(void) {
  static const char *const specs[] = {"random:n=9,degree=0,terminals=4", "random:n=100,degree=7,terminals=50",
                                      "random:n=1003,degree=3,terminals=20,c=0-9"};
  for (int k = 0; k < 3; k++) {
    NetworkSpec s;
    Network n = {.vertices = 0}, plain;
    uint32_t terminal[100];
    CU_ASSERT_EQUAL_FATAL(network_spec_read(specs[k], &s), OK);
    for (uint64_t i = 0; i < 3; i++) {
      CU_ASSERT_EQUAL_FATAL(network_regenerate(&s, i, &n), OK);
      CU_ASSERT_EQUAL_FATAL(network_alloc(n.vertices - 2, n.arcs - n.own_arcs, &plain), OK);
      memcpy(plain.tail, n.tail, plain.arcs * sizeof *n.tail);
      memcpy(plain.head, n.head, plain.arcs * sizeof *n.head);
      memcpy(plain.capacity, n.capacity, plain.arcs * sizeof *n.capacity);
      const uint32_t terminals = s.setting[2];
      for (uint32_t t = 0; t < terminals; t++) {
        terminal[t] = t;
        terminal[terminals + t] = s.setting[0] - terminals + t;
      }
      CU_ASSERT_EQUAL_FATAL(network_join(&plain, terminal, terminals, terminal + terminals, terminals), OK);
      CU_ASSERT(plain.arcs == n.arcs && plain.own_arcs == n.own_arcs && plain.vertices == n.vertices);
      CU_ASSERT(plain.source == n.source && plain.sink == n.sink && n.own_vertices == 2);
      CU_ASSERT(memcmp(plain.tail, n.tail, n.arcs * sizeof *n.tail) == 0);
      CU_ASSERT(memcmp(plain.head, n.head, n.arcs * sizeof *n.head) == 0);
      CU_ASSERT(memcmp(plain.capacity, n.capacity, n.arcs * sizeof *n.capacity) == 0);
      network_free(&plain);
    }
    network_free(&n);
  }
}

/* Each set of instructions gives the numbers of rng.h, also where the number of a stream wraps around. */
static void draws_are_those_of_streams(void) {
  const DrawPairs *const all = draw_pairs_all();
  const uint32_t below[] = {1, 2, 999, 1u << 31, UINT32_MAX};
  for (int set = 0; all[set]; set++)
    for (uint32_t k = 0; k < 100; k++) {
      const uint32_t a = below[k % 5], b = below[k / 5 % 5];
      RngStream s = {k * 0x9e3779b97f4a7c15u, k * 77, k % 3 ? k : UINT32_MAX - 3, RNG_INSTANCE};
      uint32_t x[DRAWS], y[DRAWS];
      all[set](s, k, a, x, b, y);
      for (int j = 0; j < DRAWS; j++, s.individual++) {
        CU_ASSERT(x[j] == rng_below(s, 2 * k, a) && y[j] == rng_below(s, 2 * k + 1, b));
      }
    }
}

static void words_are_refused(void) {
  static const char *const wrong[] = {"random:x",
                                      "random:n=1",
                                      "random:n=1.5",
                                      "random:n=10,terminals=6",
                                      "random:c=9-1",
                                      "random:count=0",
                                      "rlg:rows=0",
                                      "rlg:rows=1e8,levels=1e8",
                                      "genrmf:a=64,b",
                                      "genrmf:=3",
                                      "genrmf:n=5",
                                      "other:n=3",
                                      "genrmf:a=2e4,b=2,c=1-1000000000"};
  NetworkSpec s;
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    status_clear();
    CU_ASSERT_EQUAL(network_spec_read(wrong[k], &s), ERR_FORMAT);
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "expected"));
  }
  status_clear();
  CU_ASSERT_FALSE(network_spec_is("a.max"));
  CU_ASSERT_FALSE(network_spec_is("random.max"));
}

static const HarnessTest tests[] = {TEST(files_are_read),
                                    TEST(several_terminals_are_joined),
                                    TEST(errors_name_their_place),
                                    TEST(generators_make_what_they_say),
                                    TEST(generators_stay_the_same),
                                    TEST(random_terminals_are_joined),
                                    TEST(draws_are_those_of_streams),
                                    TEST(words_are_refused),
                                    {NULL, NULL}};

int main(void) { return harness_run("networks", tests); }
