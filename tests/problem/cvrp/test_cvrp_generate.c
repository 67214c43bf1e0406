/* Seeded instances of vehicle routing (src/problem/cvrp/generators/cvrp_generate.c, cvrp_problem.c). */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "options/options.h"
#include "problem/cvrp/cvrp.h"
#include "problem/cvrp/files/vrp_files.h"
#include "problem/cvrp/generators/cvrp_generate.h"

static Instance *make(CvrpRecipe recipe) {
  Instance *inst = NULL;
  CU_ASSERT_EQUAL_FATAL(cvrp_generate(&recipe, &inst), OK);
  CU_ASSERT_EQUAL(inst->n, recipe.customers);
  CU_ASSERT_EQUAL(inst->digest, instance_digest(inst));
  return inst;
}

static CvrpRecipe usual(int32_t customers, uint64_t seed) {
  return (CvrpRecipe){customers, DEPOT_CENTRAL, PLACEMENT_RANDOM, DEMAND_1_100, 10000, seed, {0}};
}

/* As the command makes it, with one option. */
static Instance *make_kind(const char *kind, const char *option, const char *value, uint64_t seed) {
  Options options;
  Instance *inst = NULL;
  void *settings = calloc(1, cvrp_generators.bytes);
  CU_ASSERT_PTR_NOT_NULL_FATAL(settings);
  options_default(&options);
  CU_ASSERT_EQUAL(options_assign(&options, FOR_GENERATE, option, value), OK);
  options_generator(&options, &cvrp_generators, settings);
  CU_ASSERT_EQUAL_FATAL(cvrp_generators.make(settings, seed, kind, &inst), OK);
  free(settings);
  return inst;
}

static int64_t total_demand(const CvrpInstance *cvrp) {
  int64_t total = 0;
  for (int32_t c = 1; c <= cvrp->head.n; c++) total += cvrp->demand[c];
  return total;
}

/* Of every combination: a capacity that fits, and data of its own. */
static void every_recipe(void) {
  uint64_t digests[3 * 3 * 7] = {0};
  int made = 0, same = 0;
  for (DepotPlace depot = 1; depot < DEPOT_PLACES; depot++)
    for (Placement placement = 1; placement < PLACEMENTS; placement++)
      for (DemandClass demand = 1; demand < DEMAND_CLASSES; demand++) {
        const CvrpRecipe recipe = {150, depot, placement, demand, 6250, 17, {0}};
        Instance *inst = make(recipe), *again = make(recipe);
        const CvrpInstance *cvrp = cvrp_of(inst);
        int32_t largest = 0;
        for (int32_t c = 1; c <= 150; c++) largest = cvrp->demand[c] > largest ? cvrp->demand[c] : largest;
        CU_ASSERT(cvrp->demand[0] == 0 && cvrp->divisor == 1 && cvrp->fleet == FLEET_FREE && !cvrp->matrix);
        CU_ASSERT(inst->decimals == 0 && cvrp->max_duration == INT32_MAX);
        const int64_t parts = 150 * 1000, wanted = (6250 * total_demand(cvrp) + parts - 1) / parts;
        CU_ASSERT_EQUAL(cvrp->capacity, wanted > largest ? wanted : largest);
        CU_ASSERT_EQUAL(inst->digest, again->digest);
        CU_ASSERT_STRING_EQUAL(inst->comment, again->comment);
        for (int k = 0; k < made; k++) same += digests[k] == inst->digest;
        digests[made++] = inst->digest;
        instance_free(inst);
        instance_free(again);
      }
  CU_ASSERT_EQUAL(same, 0);
}

static void names_tell_the_recipe(void) {
  const CvrpRecipe recipe = {7, DEPOT_ECCENTRIC, PLACEMENT_RANDOM_CLUSTERED, DEMAND_MANY_SMALL, 9125, 3, {0}};
  Instance *inst = make(recipe);
  CU_ASSERT_STRING_EQUAL(inst->name, "cvrp-7-E-RC-SL-r9.125-3");
  CU_ASSERT_STRING_EQUAL(inst->comment,
                         "7 customers, depot eccentric, customers random-clustered, demand many-small, "
                         "route length 9.125, seed 3 (cordee generate)");
  instance_free(inst);
  inst = make(usual(12, UINT64_MAX));
  CU_ASSERT_STRING_EQUAL(inst->name, "cvrp-12-C-R-1to100-r10-18446744073709551615");
  instance_free(inst);
}

typedef struct Demands {
  int least, most, small; /* small: at most 10 */
  double mean;
} Demands;

static Demands demands_of(const Instance *inst) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  Demands found = {INT32_MAX, 0, 0, (double)total_demand(cvrp) / inst->n};
  for (int32_t c = 1; c <= inst->n; c++) {
    if (cvrp->demand[c] < found.least) found.least = cvrp->demand[c];
    if (cvrp->demand[c] > found.most) found.most = cvrp->demand[c];
    found.small += cvrp->demand[c] <= 10;
  }
  return found;
}

/* Of 4,000 customers the mean lies within 5 deviations of its own. */
static void demand_classes(void) {
  static const struct {
    int least, most;
  } rows[] = {[DEMAND_UNITARY] = {1, 1},
              [DEMAND_1_10] = {1, 10},
              [DEMAND_5_10] = {5, 10},
              [DEMAND_1_100] = {1, 100},
              [DEMAND_50_100] = {50, 100}};
  CvrpRecipe recipe = usual(4000, 5);
  for (recipe.demand = DEMAND_UNITARY; recipe.demand <= DEMAND_50_100; recipe.demand++) {
    Instance *inst = make(recipe);
    const Demands found = demands_of(inst);
    const double width = rows[recipe.demand].most - rows[recipe.demand].least + 1,
                 deviation = sqrt((width * width - 1) / 12 / 4000);
    CU_ASSERT(found.least == rows[recipe.demand].least && found.most == rows[recipe.demand].most);
    CU_ASSERT(fabs(found.mean - (rows[recipe.demand].least + rows[recipe.demand].most) / 2.0) <=
              5 * deviation);
    instance_free(inst);
  }
}

static void quadrants(void) {
  CvrpRecipe recipe = usual(4000, 6);
  recipe.demand = DEMAND_QUADRANT;
  Instance *inst = make(recipe);
  const CvrpInstance *cvrp = cvrp_of(inst);
  int wrong = 0, low = 0, least[2] = {1000, 1000}, most[2] = {0, 0};
  for (int32_t c = 1; c <= 4000; c++) {
    const int odd = cvrp->x[c] >= 500 ? cvrp->y[c] >= 500 : cvrp->y[c] < 500, demand = cvrp->demand[c];
    wrong += odd ? demand < 51 || demand > 100 : demand < 1 || demand > 50;
    low += !odd;
    if (demand < least[odd]) least[odd] = demand;
    if (demand > most[odd]) most[odd] = demand;
  }
  CU_ASSERT_EQUAL(wrong, 0);
  CU_ASSERT(low > 1800 && low < 2200);
  CU_ASSERT(least[0] == 1 && most[0] == 50 && least[1] == 51 && most[1] == 100);
  instance_free(inst);
}

/* 70% to 95% of them are small; seeds differ in the share. */
static void many_small(void) {
  CvrpRecipe recipe = usual(4000, 0);
  int fewest = 4000, largest = 0;
  recipe.demand = DEMAND_MANY_SMALL;
  for (recipe.seed = 1; recipe.seed <= 30; recipe.seed++) {
    Instance *inst = make(recipe);
    const Demands found = demands_of(inst);
    int between = 0;
    for (int32_t c = 1; c <= 4000; c++)
      between += cvrp_of(inst)->demand[c] > 10 && cvrp_of(inst)->demand[c] < 50;
    CU_ASSERT(between == 0 && found.least == 1 && found.most == 100);
    if (found.small < fewest) fewest = found.small;
    if (found.small > largest) largest = found.small;
    instance_free(inst);
  }
  CU_ASSERT(fewest > 0.66 * 4000 && fewest < 0.78 * 4000);
  CU_ASSERT(largest > 0.87 * 4000 && largest < 0.97 * 4000);
}

/* What is open is drawn: all classes come, lengths by the triangular distribution (mean (3 + 6 + 25) / 3); what is given stays. */
static void open_recipes_are_drawn(void) {
  int depot[DEPOT_PLACES] = {0}, placement[PLACEMENTS] = {0}, demand[DEMAND_CLASSES] = {0}, below_mode = 0;
  double sum = 0;
  for (uint64_t seed = 0; seed < 2100; seed++) {
    CvrpRecipe recipe = {.customers = 5, .seed = seed},
               given = {5, DEPOT_RANDOM, 0, DEMAND_5_10, 0, seed, {0}};
    cvrp_recipe_draw(&recipe);
    cvrp_recipe_draw(&given);
    CU_ASSERT(given.depot == DEPOT_RANDOM && given.demand == DEMAND_5_10);
    CU_ASSERT(given.placement == recipe.placement && given.route_length == recipe.route_length);
    CU_ASSERT(recipe.route_length >= 3000 && recipe.route_length < 25000);
    depot[recipe.depot]++;
    placement[recipe.placement]++;
    demand[recipe.demand]++;
    sum += recipe.route_length;
    below_mode += recipe.route_length < 6000;
  }
  for (int k = 1; k < DEPOT_PLACES; k++)
    CU_ASSERT(abs(depot[k] - 700) < 110 && abs(placement[k] - 700) < 110);
  for (int k = 1; k < DEMAND_CLASSES; k++) CU_ASSERT(abs(demand[k] - 300) < 80);
  CU_ASSERT(depot[0] + placement[0] + demand[0] == 0);
  CU_ASSERT_DOUBLE_EQUAL(sum / 2100, 34000 / 3.0, 530); /* 5 of its deviations, 4.9 / sqrt(2100) */
  CU_ASSERT_DOUBLE_EQUAL(below_mode / 2100.0, 3 / 22.0, 0.038);
}

static void kinds_fill_in(void) {
  Instance *inst = make_kind("cvrp-uniform", "customers", "30", 4);
  CU_ASSERT_STRING_EQUAL(inst->name, "cvrp-30-C-R-1to100-r10-4");
  instance_free(inst);
  inst = make_kind("cvrp-clustered", "depot", "random", 4);
  CU_ASSERT_STRING_EQUAL(inst->name, "cvrp-100-R-C-1to100-r10-4");
  instance_free(inst);
  inst = make_kind("cvrp-uniform", "route-length", "3.14159", 4);
  CU_ASSERT_STRING_EQUAL(inst->name, "cvrp-100-C-R-1to100-r3.142-4");
  instance_free(inst);
  inst = make_kind("cvrp-x", "demand", "quadrant", 4);
  CU_ASSERT_PTR_NOT_NULL(strstr(inst->name, "-Q-r"));
  instance_free(inst);
}

/* Routes of a length shorter than a customer, and longer than all. */
static void capacities(void) {
  CvrpRecipe recipe = usual(50, 9);
  recipe.route_length = 1;
  Instance *inst = make(recipe);
  CU_ASSERT_EQUAL(cvrp_of(inst)->capacity, demands_of(inst).most);
  instance_free(inst);
  recipe.route_length = 100000000;
  inst = make(recipe);
  CU_ASSERT_EQUAL(cvrp_of(inst)->capacity, 2000 * total_demand(cvrp_of(inst)));
  instance_free(inst);
  recipe = usual(1, 9);
  recipe.demand = DEMAND_UNITARY;
  recipe.route_length = 6001;
  inst = make(recipe);
  CU_ASSERT_EQUAL(cvrp_of(inst)->capacity, 7);
  instance_free(inst);
}

/* A file of it reads as the same instance, with rounded distances. */
static void written_and_read(void) {
  CvrpRecipe recipe = usual(40, 31);
  for (recipe.demand = DEMAND_UNITARY; recipe.demand < DEMAND_CLASSES; recipe.demand++) {
    Instance *inst = make(recipe), *read = NULL;
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    CU_ASSERT_EQUAL(problem_cvrp.write(out, inst), OK);
    fclose(out);
    CU_ASSERT_EQUAL_FATAL(vrp_parse("made.vrp", text, bytes, NULL, &read), OK);
    CU_ASSERT_EQUAL(read->digest, inst->digest);
    CU_ASSERT_STRING_EQUAL(read->name, inst->name);
    CU_ASSERT_STRING_EQUAL(read->comment, inst->comment);
    free(text);
    instance_free(inst);
    instance_free(read);
  }
}

/* Digests of instances as they were first made. */
static void stored_digests(void) {
  static const struct {
    CvrpRecipe recipe;
    uint64_t digest;
  } rows[] = {
      {{100, DEPOT_CENTRAL, PLACEMENT_RANDOM, DEMAND_1_100, 10000, 1, {0}}, 0x7aa38496a9205016},
      {{500, DEPOT_RANDOM, PLACEMENT_RANDOM_CLUSTERED, DEMAND_QUADRANT, 7777, 2, {0}}, 0x67817148b7119ab0},
      {{20000, DEPOT_ECCENTRIC, PLACEMENT_CLUSTERED, DEMAND_MANY_SMALL, 25000, 3, {0}}, 0x79d3cdd27317638c}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    Instance *inst = make(rows[k].recipe);
    CU_ASSERT_EQUAL(inst->digest, rows[k].digest);
    instance_free(inst);
  }
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(every_recipe),     TEST(names_tell_the_recipe),  TEST(demand_classes), TEST(quadrants),
      TEST(many_small),       TEST(open_recipes_are_drawn), TEST(kinds_fill_in),  TEST(capacities),
      TEST(written_and_read), TEST(stored_digests),         {NULL, NULL}};
  return harness_run("cvrp_generate", tests);
}
