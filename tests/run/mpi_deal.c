/* Islands that change owners in mid-epoch keep their state: every method ends as without it, whatever the blocks (src/run/islands.c). */
#include "fixtures/dealing.h"

static const char cities[] = "instances/uniform-60-1.tsp", tasks[] = "instances/etc-i-hihi-60x10-1.etc",
                  customers[] = "instances/routes-80-2.vrp";

static void climbers(void) {
  const DealingCase c = {"climb",
                         cities,
                         {{"climbers", "500"}, {"islands", "7"}, {"epoch", "30"}, {"restart", "kick"}},
                         2,
                         false};
  dealing_compare(&c, NULL);
}
static void populations(void) {
  const DealingCase c = {
      "ils", cities, {{"tours", "70"}, {"islands", "7"}, {"kicks", "4"}, {"recombine", "eax"}}, 5, true};
  dealing_compare(&c, NULL);
}
static void tours(void) {
  const DealingCase c = {
      "ils",
      cities,
      {{"tours", "21"}, {"islands", "7"}, {"kicks", "9"}, {"recombine", "none"}, {"epoch", "2"}},
      3,
      false};
  dealing_compare(&c, NULL);
}
static void swarms(void) {
  const DealingCase c = {
      "pso", tasks, {{"particles", "24"}, {"islands", "7"}, {"iterations", "60"}, {"epoch", "9"}}, 4, false};
  dealing_compare(&c, NULL);
}
static void chains(void) {
  const DealingCase c = {
      "anneal", tasks, {{"chains", "3"}, {"islands", "7"}, {"epochs", "5"}, {"epoch", "2048"}}, 4, false};
  dealing_compare(&c, NULL);
}
static void chains_of_tours(void) {
  const DealingCase c = {
      "anneal-tours",
      cities,
      {{"chains", "3"}, {"islands", "7"}, {"sweeps", "60"}, {"epoch", "9"}, {"exchange", "2"}},
      4,
      false};
  dealing_compare(&c, NULL);
}
static void colonies(void) {
  const DealingCase c = {
      "aco", cities, {{"ants", "6"}, {"islands", "7"}, {"iterations", "24"}, {"epoch", "6"}}, 3, false};
  dealing_compare(&c, NULL);
}
static void searchers(void) {
  const DealingCase c = {
      "tabu",
      cities,
      {{"searchers", "3"}, {"islands", "7"}, {"steps", "90"}, {"epoch", "20"}, {"patience", "9"}},
      4,
      false};
  dealing_compare(&c, NULL);
}
static void swarms_of_tours(void) {
  const DealingCase c = {"flock",
                         cities,
                         {{"particles", "8"}, {"islands", "7"}, {"iterations", "30"}, {"epoch", "7"}},
                         3,
                         false};
  dealing_compare(&c, NULL);
}
static void ruins(void) {
  const DealingCase c = {
      "sisr", customers, {{"chains", "2"}, {"islands", "5"}, {"epochs", "6"}, {"epoch", "12"}}, 4, false};
  dealing_compare(&c, NULL);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {TEST(climbers),  TEST(populations),     TEST(tours),    TEST(swarms),
                                      TEST(chains),    TEST(chains_of_tours), TEST(colonies), TEST(ruins),
                                      TEST(searchers), TEST(swarms_of_tours), {NULL, NULL}};
  return ranks_harness_run(&argc, &argv, "deal", tests);
}
