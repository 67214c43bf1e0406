/* Seeded instances with time windows (src/problem/cvrp/generators/cvrp_generate.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "options/options.h"
#include "problem/cvrp/cvrp.h"
#include "problem/cvrp/files/vrp_files.h"
#include "problem/cvrp/generators/cvrp_generate.h"

static CvrpRecipe usual(int32_t customers, WindowRecipe windows) {
  return (CvrpRecipe){customers, DEPOT_CENTRAL, PLACEMENT_RANDOM_CLUSTERED, DEMAND_1_100, 10000, 4, windows};
}

static CvrpInstance *make(CvrpRecipe recipe) {
  Instance *inst = NULL;
  CU_ASSERT_EQUAL_FATAL(cvrp_generate(&recipe, &inst), OK);
  CU_ASSERT_EQUAL(inst->digest, instance_digest(inst));
  return (CvrpInstance *)inst;
}

/* Whatever the recipe: the star is a solution, and the file reads back the same. */
static void every_recipe(void) {
  static const WindowRecipe rows[] = {{100, 300, 3000, 100}, {0, 300, 3000, 100},
                                      {50, 0, 1, 0},         {100, 1000000, 1000000, 1000000},
                                      {25, 1, 1, 7},         {75, 2000, 10000, 0}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
    for (DepotPlace depot = DEPOT_CENTRAL; depot < DEPOT_PLACES; depot++) {
      CvrpRecipe recipe = usual(150, rows[r]);
      recipe.depot = depot;
      CvrpInstance *cvrp = make(recipe);
      int32_t star[150];
      int64_t cost;
      for (int32_t c = 0; c < 150; c++) star[c] = -1 - c;
      CU_ASSERT_EQUAL(judge_routes(&cvrp->head, star, &cost), OK);
      char *text = NULL;
      size_t bytes = 0;
      Instance *again = NULL;
      FILE *out = open_memstream(&text, &bytes);
      CU_ASSERT_EQUAL(problem_cvrp.write(out, &cvrp->head), OK);
      fclose(out);
      CU_ASSERT_EQUAL_FATAL(vrp_parse("made.vrp", text, bytes, NULL, &again), OK);
      CU_ASSERT_EQUAL(again->digest, cvrp->head.digest);
      CU_ASSERT_STRING_EQUAL(again->name, cvrp->head.name);
      CU_ASSERT_STRING_EQUAL(again->comment, cvrp->head.comment);
      free(text);
      instance_free(again);
      instance_free(&cvrp->head);
    }
}

/* Of 4,000 customers: the share within 5 deviations, widths from half to one and a half of the mean unless they are cut, no window wider
 * or where no route can be. */
static void windows_are_as_said(void) {
  const WindowRecipe windows = {60, 200, 5000, 50};
  CvrpInstance *cvrp = make(usual(4000, windows));
  int with = 0, whole = 0, outside = 0;
  double sum = 0;
  CU_ASSERT(cvrp->head.decimals == 1 && cvrp->divisor == -1 && cvrp->due[0] == 50000 && cvrp->ready[0] == 0);
  CU_ASSERT(cvrp->service_at[0] == 0 && cvrp->x[0] == 5000 && cvrp->fleet == FLEET_FREE);
  for (int32_t c = 1; c <= 4000; c++) {
    const int32_t width = cvrp->due[c] - cvrp->ready[c];
    CU_ASSERT_EQUAL_FATAL(cvrp->service_at[c], 500);
    outside += width < 0 || cvrp->due[c] > 50000 - 500;
    if (width > 3000) continue; /* without a window */
    with++;
    outside += cvrp->ready[c] % 10 != 0 || cvrp->due[c] % 10 != 0;
    whole += width >= 980;
    sum += width >= 980 ? width : 0;
  }
  CU_ASSERT_EQUAL(outside, 0);
  CU_ASSERT(abs(with - 2400) < 160);
  CU_ASSERT(whole > 2200);
  CU_ASSERT_DOUBLE_EQUAL(sum / whole, 2000, 60);
  instance_free(&cvrp->head);
}

static void names_tell_the_recipe(void) {
  CvrpInstance *cvrp = make(usual(7, (WindowRecipe){60, 200, 5000, 50}));
  CU_ASSERT_STRING_EQUAL(cvrp->head.name, "cvrp-7-C-RC-1to100-r10-w60-200-5000-50-4");
  CU_ASSERT_PTR_NOT_NULL(
      strstr(cvrp->head.comment, ", windows 60% of width 200, horizon 5000, service 50, seed 4 (cordee"));
  instance_free(&cvrp->head);
}

/* A horizon that is too short is the farthest customer's need. */
static void horizons_grow(void) {
  CvrpInstance *cvrp = make(usual(300, (WindowRecipe){100, 10, 1, 33}));
  int64_t longest = 0;
  for (int32_t c = 1; c <= 300; c++) {
    const int64_t dx = cvrp->x[c] - cvrp->x[0], dy = cvrp->y[c] - cvrp->y[0];
    longest = dx * dx + dy * dy > longest ? dx * dx + dy * dy : longest;
  }
  const int64_t way = (cvrp->due[0] - 330) / 2; /* rounded up to a whole unit */
  CU_ASSERT(way % 10 == 0 && way * way >= longest && (way - 10) * (way - 10) < longest);
  instance_free(&cvrp->head);
}

static void kind_fills_in(void) {
  Options options;
  Instance *inst = NULL;
  void *settings = calloc(1, cvrp_generators.bytes);
  options_default(&options);
  CU_ASSERT_EQUAL(options_assign(&options, FOR_GENERATE, "window-width", "120"), OK);
  options_generator(&options, &cvrp_generators, settings);
  CU_ASSERT_EQUAL_FATAL(cvrp_generators.make(settings, 9, "cvrp-windows", &inst), OK);
  CU_ASSERT_STRING_EQUAL(inst->name, "cvrp-100-C-R-1to100-r10-w100-120-3000-100-9");
  instance_free(inst);
  CU_ASSERT_EQUAL_FATAL(cvrp_generators.make(settings, 9, "cvrp-uniform", &inst), OK);
  CU_ASSERT_STRING_EQUAL(inst->name, "cvrp-100-C-R-1to100-r10-9");
  instance_free(inst);
  free(settings);
}

/* As they were first made. */
static void stored_digests(void) {
  static const uint64_t want[] = {0xce8a7f8f592e51f2, 0x9ff63131c88950ab};
  const WindowRecipe windows[] = {{100, 300, 3000, 100}, {40, 2500, 12000, 10}};
  for (int k = 0; k < 2; k++) {
    CvrpInstance *cvrp = make(usual(500, windows[k]));
    if (cvrp->head.digest != want[k]) printf("# 0x%llx\n", (unsigned long long)cvrp->head.digest);
    CU_ASSERT_EQUAL(cvrp->head.digest, want[k]);
    instance_free(&cvrp->head);
  }
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(every_recipe),  TEST(windows_are_as_said), TEST(names_tell_the_recipe),
      TEST(horizons_grow), TEST(kind_fills_in),       TEST(stored_digests),
      {NULL, NULL}};
  return harness_run("cvrp_generate_windows", tests);
}
