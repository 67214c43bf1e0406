/* Networks of images (src/graph/network_grid.c, src/io/pgm.c): cuts against the energies of all labels, files and their errors, the generator. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "graph/network_grid.h"
#include "oracle/oracle_flow.h"

enum { SIDE = 3, PIXELS = SIDE * SIDE };

/* By the definition: each pair of pixels whose places differ by at most 1. */
static int64_t energy(const uint16_t *level, uint32_t white, uint32_t labels, const GridCut *cut) {
  int64_t sum = 0;
  for (int p = 0; p < PIXELS; p++) {
    const int label = labels >> p & 1 ? (int)white : 0;
    sum += abs(level[p] - label);
    for (int q = 0; q < p; q++) {
      const int dx = abs(p % SIDE - q % SIDE), dy = abs(p / SIDE - q / SIDE);
      const bool beside = dx + dy == 1, across = dx == 1 && dy == 1 && cut->diagonals;
      if ((labels >> p & 1) == (labels >> q & 1) || !(beside || across)) continue;
      sum += beside ? cut->smoothness : (uint32_t)((double)cut->smoothness * 0.70710678118654752 + 0.5);
    }
  }
  return sum;
}

static void cuts_are_least_energies(void) {
  uint64_t state = 3;
  for (int k = 0; k < 60; k++) {
    static const uint32_t smooth[] = {0, 5, 40, 250};
    uint16_t level[PIXELS];
    uint32_t side;
    Network n;
    GreyImage image = {.width = SIDE, .height = SIDE, .most = 255, .level = level};
    const GridCut cut = {smooth[k % 4], k % 3 == 0};
    for (int p = 0; p < PIXELS; p++) {
      state = state * 6364136223846793005ull + 1442695040888963407ull;
      level[p] = (uint16_t)(state >> 40 & 255);
    }
    int64_t least = INT64_MAX;
    for (uint32_t labels = 0; labels < 1u << PIXELS; labels++) {
      const int64_t e = energy(level, 255, labels, &cut);
      if (e < least) least = e;
    }
    CU_ASSERT_EQUAL_FATAL(network_of_image("i", &image, &cut, &n), OK);
    CU_ASSERT_EQUAL(oracle_flow(n.vertices, n.arcs, n.tail, n.head, n.capacity, n.source, n.sink, &side),
                    least);
    CU_ASSERT(n.own_vertices == 2 && n.own_arcs == 2 * PIXELS && n.columns == SIDE && n.white == 255);
    network_free(&n);
  }
}

static void files_are_read(void) {
  static const char text[] = "P2\n# c\n2 3 # d\n300\n0 1\n2 3\n299 300\n", bytes[] = "P5 3 1 255\n\0\x7f\xff",
                    wide[] = "P5\n1 2\n1000\n\3\xe8\0\7";
  GreyImage g;
  CU_ASSERT_EQUAL_FATAL(pgm_parse("g", text, sizeof text - 1, &g), OK);
  CU_ASSERT(g.width == 2 && g.height == 3 && g.most == 300 && g.level[3] == 3 && g.level[5] == 300);
  pgm_free(&g);
  CU_ASSERT_EQUAL_FATAL(pgm_parse("g", bytes, sizeof bytes - 1, &g), OK);
  CU_ASSERT(g.width == 3 && g.height == 1 && g.level[0] == 0 && g.level[1] == 127 && g.level[2] == 255);
  pgm_free(&g);
  CU_ASSERT_EQUAL_FATAL(pgm_parse("g", wide, sizeof wide - 1, &g), OK);
  CU_ASSERT(g.level[0] == 1000 && g.level[1] == 7);
  pgm_free(&g);
}

static void errors_name_their_place(void) {
  static const struct {
    const char *text, *message;
  } cases[] = {{"P6 1 1 255\nabc", "g:1: expected P2 or P5, an image of grey levels (PGM), found 'P6'"},
               {"P22 1 1 1", "g:1: expected P2 or P5"},
               {"P2\n0 1 1", "g:2: expected the width, from 1 to 1048576, found '0'"},
               {"P2 1", "g:1: expected the height, from 1 to 1048576, found the end of the file"},
               {"P2 1 1 65536 0", "g:1: expected the level of white, from 1 to 65535, found '65536'"},
               {"P2 2 1\n9\n1 10", "g:3: expected a level, from 0 to 9, found '10'"},
               {"P2 2 1\n9\n1", "g:3: expected a level, from 0 to 9, found the end of the file"},
               {"P2 1 1\n9\n1 1", "g:3: expected no more than 1 levels, found '1'"},
               {"P2 1000 1000 9 1 1", "g:1: expected an image of 1000000 pixels, not more than the file has"},
               {"P5 2 1\n255\na", "g:2: expected 2 bytes of pixels behind this line, found 1"},
               {"P5 2 1\n255\nabc", "g:2: expected 2 bytes of pixels behind this line, found 3"},
               {"P5 2 1\n9\n\1a", "g: pixel 2: expected a level from 0 to 9, found 97"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    GreyImage g;
    status_clear();
    CU_ASSERT_EQUAL(pgm_parse("g", cases[k].text, strlen(cases[k].text), &g), ERR_FORMAT);
    const bool said = strstr(status_message(), cases[k].message) != NULL;
    CU_ASSERT(said);
    if (!said) printf("# %s: %s\n", cases[k].text, status_message());
    CU_ASSERT_PTR_NULL(g.level);
  }
  status_clear();
}

/* Of the same seed, and of a network that was another before. */
static void grids_are_made_again(void) {
  NetworkSpec spec, other;
  Network a, b;
  uint64_t vertices, arcs;
  CU_ASSERT_EQUAL_FATAL(network_spec_read("grid:rows=40,columns=70,neighbours=8,seed=5,count=2", &spec), OK);
  CU_ASSERT_EQUAL_FATAL(network_spec_read("random:n=5000,degree=9,terminals=7", &other), OK);
  network_spec_sizes(&spec, &vertices, &arcs);
  CU_ASSERT_EQUAL_FATAL(network_generate(&spec, 1, &a), OK);
  CU_ASSERT_EQUAL_FATAL(network_generate(&other, 0, &b), OK);
  CU_ASSERT_EQUAL_FATAL(network_regenerate(&spec, 1, &b), OK);
  CU_ASSERT(a.vertices == vertices && a.arcs == arcs && vertices == 2802);
  CU_ASSERT_EQUAL(arcs, 2 * (69 * 40 + 70 * 39 + 2 * 69 * 39) + 2 * 2800);
  CU_ASSERT(a.arcs == b.arcs && memcmp(a.capacity, b.capacity, arcs * sizeof *a.capacity) == 0);
  CU_ASSERT(b.own_vertices == 2 && b.edges && b.columns == 70);
  CU_ASSERT_EQUAL_FATAL(network_regenerate(&other, 0, &b), OK);
  CU_ASSERT(!b.edges && b.columns == 0 && b.own_arcs == 14);
  network_free(&a);
  network_free(&b);
}

static const HarnessTest tests[] = {TEST(cuts_are_least_energies),
                                    TEST(files_are_read),
                                    TEST(errors_name_their_place),
                                    TEST(grids_are_made_again),
                                    {NULL, NULL}};

int main(void) { return harness_run("networks of images", tests); }
