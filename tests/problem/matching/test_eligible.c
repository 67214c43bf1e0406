/* Matchings in which machines may not run all tasks: files, the judge, list heuristics, bounds by maximum flow against all assignments. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/matching_optimum.h"
#include "problem/judge.h"
#include "problem/matching/etc.h"
#include "problem/matching/match_heuristics.h"
#include "problem/matching/matching.h"
#include "problem/matching/matching_bounds.h"
#include "rng.h"

static Status parse(const char *text, Instance **out) {
  *out = NULL;
  status_clear();
  return etc_parse("t.etc", text, strlen(text), out);
}

static void files_say_which_pairs(void) {
  static const char text[] = "3 2\n1.5 inf\ninf 2.5\n3.5 4.0\n";
  char *written = NULL;
  size_t bytes = 0;
  Instance *inst, *again;
  CU_ASSERT_EQUAL_FATAL(parse(text, &inst), OK);
  const MatchingInstance *const m = matching_of(inst);
  CU_ASSERT_EQUAL(m->never, 81);
  const int64_t times[] = {15, 81, 81, 25, 35, 40};
  CU_ASSERT(memcmp(m->etc, times, sizeof times) == 0);
  FILE *const out = open_memstream(&written, &bytes);
  CU_ASSERT_PTR_NOT_NULL_FATAL(out);
  CU_ASSERT_EQUAL(etc_write(out, inst), OK);
  fclose(out);
  CU_ASSERT_STRING_EQUAL(written, text);
  CU_ASSERT_EQUAL_FATAL(parse(written, &again), OK);
  CU_ASSERT(again->digest == inst->digest && matching_of(again)->never == 81);
  instance_free(inst);
  instance_free(again);
  free(written);
  CU_ASSERT_EQUAL_FATAL(parse("1 1\n7\n", &inst), OK);
  CU_ASSERT_EQUAL(matching_of(inst)->never, 0);
  instance_free(inst);
}

static void errors_name_their_place(void) {
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"2 2\n1 2\ninf inf\n",
       "t.etc:3: expected a time of task 2 on some machine, as all others are inf, found 'inf'"},
      {"1 1\ninf\n", "t.etc:2: expected a time of task 1 on some machine"},
      {"1 2\n1 Inf\n",
       "t.etc:2: expected the time of task 1 on machine 2, digits above 0 such as 12.5, or inf, found 'Inf'"},
      {"1 2\n1 infinite\n", "t.etc:2: expected the time of task 1 on machine 2"},
      {"1 2\n1 in", "t.etc:2: expected the time of task 1 on machine 2"},
      {"1 2\ninf", "t.etc:2: expected 2 times, found 1"},
      {"2 2\n1 inf\n1152921504606846974 1\n",
       "t.etc: expected longest times of all tasks that sum to less than 2^60 / 2 units"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    Instance *inst;
    CU_ASSERT_EQUAL(parse(cases[k].text, &inst), ERR_FORMAT);
    const bool said = strstr(status_message(), cases[k].message) != NULL;
    CU_ASSERT(said);
    if (!said) printf("# %s\n", status_message());
    CU_ASSERT_PTR_NULL(inst);
  }
  status_clear();
}

static void judges_refuse_such_pairs(void) {
  static const int32_t right[] = {0, 1, 0}, wrong[] = {0, 0, 0};
  Instance *inst;
  int64_t cost;
  CU_ASSERT_EQUAL_FATAL(parse("3 2\n15 inf\ninf 25\n35 40\n", &inst), OK);
  CU_ASSERT(judge_assignment(inst, right, &cost) == OK && cost == 50);
  CU_ASSERT_EQUAL(judge_assignment(inst, wrong, &cost), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "task 2 is on machine 1, expected one that may run it"));
  status_clear();
  instance_free(inst);
}

/* Random pairs; `one`: all times of a task are alike. */
static Instance *random_make(uint64_t seed, uint32_t most, bool one) {
  const RngStream s = {.seed = seed, .purpose = RNG_TASK};
  const uint32_t tasks = 2 + rng_below(s, 0, 6), machines = 2 + rng_below(s, 1, 3);
  char text[1024];
  int at = sprintf(text, "%u %u\n", tasks, machines);
  for (uint32_t t = 0, k = 2; t < tasks; t++) {
    const uint32_t sure = rng_below(s, k++, machines), time = 1 + rng_below(s, k++, most);
    for (uint32_t m = 0; m < machines; m++, k += 2) {
      const bool may = m == sure || rng_below(s, k, 10) < 4;
      at += may ? sprintf(text + at, "%u ", one ? time : 1 + rng_below(s, k + 1, most))
                : sprintf(text + at, "inf ");
    }
  }
  Instance *inst;
  CU_ASSERT_EQUAL_FATAL(parse(text, &inst), OK);
  return inst;
}

static void bounds_hold(void) {
  int sharper = 0, met = 0;
  for (uint64_t seed = 0; seed < 300; seed++) {
    Instance *inst = random_make(seed, seed % 2 ? 20 : 1000, seed % 3 == 0);
    const int64_t best = matching_optimum(inst);
    uint32_t price[4];
    int64_t bound, all, without, linear;
    CU_ASSERT_EQUAL(eligible_bound(inst, 0, &bound), OK);
    CU_ASSERT_EQUAL(lp_bound_truncated(inst, 1, price, &linear), OK);
    CU_ASSERT_EQUAL(matching_bound(inst, 1, NULL, &all), OK);
    CU_ASSERT(bound >= 1 && bound <= best && all >= bound && all <= best);
    CU_ASSERT(best < matching_of(inst)->never || matching_of(inst)->never == 0);
    CU_ASSERT_EQUAL(eligible_bound(inst, all, &without), OK);
    CU_ASSERT_EQUAL(without, all); /* nothing more is found from there on */
    sharper += bound > linear;
    met += all == best;
    instance_free(inst);
  }
  printf("# of 300: %d sharper than prices, %d the optimum\n", sharper, met);
  CU_ASSERT(sharper > 10 && met > 50);
}

/* Tasks of one length: the bound is the optimum. */
static void units_are_exact(void) {
  int restricted = 0;
  for (uint64_t seed = 0; seed < 200; seed++) {
    Instance *inst = random_make(seed, 1, true);
    MatchingInstance *const m = (MatchingInstance *)inst;
    int64_t bound;
    for (int32_t k = 0; k < inst->n * m->machines; k++) m->etc[k] *= 10; /* parts of a task do not count */
    m->never *= 10;
    CU_ASSERT_EQUAL(matching_bound(inst, 1, NULL, &bound), OK);
    restricted += matching_of(inst)->never > 0;
    CU_ASSERT(!matching_of(inst)->never || bound == matching_optimum(inst));
    instance_free(inst);
  }
  CU_ASSERT(restricted > 150);
}

static void lists_keep_to_pairs(void) {
  for (uint64_t seed = 0; seed < 200; seed++) {
    Instance *inst = random_make(seed, 50, false);
    int32_t assignment[8];
    int64_t cost;
    for (const MatchHeuristic *h = match_heuristics; h->name; h++) {
      CU_ASSERT_EQUAL(h->assign(inst, assignment), OK);
      CU_ASSERT_EQUAL(judge_assignment(inst, assignment, &cost), OK);
    }
    instance_free(inst);
  }
}

static const HarnessTest tests[] = {TEST(files_say_which_pairs),
                                    TEST(errors_name_their_place),
                                    TEST(judges_refuse_such_pairs),
                                    TEST(bounds_hold),
                                    TEST(units_are_exact),
                                    TEST(lists_keep_to_pairs),
                                    {NULL, NULL}};

int main(void) { return harness_run("matchings with pairs that are not allowed", tests); }
