/* Seeded instances of task matching (src/problem/matching/generate_etc.c). */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "problem/matching/etc.h"
#include "rng.h"
#include "problem/matching/matching.h"

/* Columns 0, step, 2 step, ... ascend in every row. */
static bool is_sorted(const Instance *inst, int32_t first, int32_t step) {
  for (int32_t t = 0; t < inst->n; t++)
    for (int32_t m = first; m + step < matching_of(inst)->machines; m += step)
      if (matching_of(inst)->etc[t * matching_of(inst)->machines + m] >
          matching_of(inst)->etc[t * matching_of(inst)->machines + m + step])
        return false;
  return true;
}

static Instance *generate(int kind, const EtcPlan *plan) {
  Instance *inst = NULL;
  CU_ASSERT_EQUAL_FATAL(etc_generators[kind].make(plan, &inst), OK);
  CU_ASSERT(inst->n == plan->tasks && matching_of(inst)->machines == plan->machines && inst->decimals == 6);
  CU_ASSERT_EQUAL(inst->digest, instance_digest(inst));
  return inst;
}

/* Every cell is the weight of its row times a draw of the stream, but for the order in the row. */
static void etc_is_its_stream(void) {
  const EtcPlan plan = {50, 8, 0x123456789abcdef, HETEROGENEITY_HI, HETEROGENEITY_LO, CONSISTENCY_I};
  Instance *inst = generate(0, &plan);
  CU_ASSERT_STRING_EQUAL(inst->name, "etc-i-hilo-50x8-81985529216486895");
  for (uint32_t t = 0; t < 50; t++)
    for (uint32_t m = 0; m < 8; m++) {
      const RngStream s = {0x123456789abcdef, 0, t, RNG_TASK};
      double time = (1 + 2999 * rng_unit(s, 0)) * (1 + 9 * rng_unit(s, m + 1));
      CU_ASSERT_EQUAL(matching_of(inst)->etc[t * 8 + m], llround(time * 1e6));
    }
  instance_free(inst);
}

static void etc_has_its_ranges(void) {
  static const double tasks[] = {3000, 100}, machines[] = {1000, 10};
  for (int kind = 0; kind < 4; kind++) {
    const EtcPlan plan = {2000, 16, 7, (Heterogeneity)(kind / 2), (Heterogeneity)(kind % 2), CONSISTENCY_I};
    Instance *inst = generate(0, &plan);
    const double task = tasks[kind / 2], machine = machines[kind % 2];
    double sum = 0, low = INFINITY, high = 0, ratio = 0;
    for (int32_t t = 0; t < inst->n; t++) {
      double least = INFINITY, most = 0;
      for (int32_t m = 0; m < 16; m++) {
        const double time = (double)matching_of(inst)->etc[t * 16 + m] / 1e6;
        least = fmin(least, time);
        most = fmax(most, time);
        sum += time;
      }
      low = fmin(low, least);
      high = fmax(high, most);
      ratio = fmax(ratio, most / least);
    }
    CU_ASSERT(low >= 1 && high <= task * machine && high > 0.9 * task * machine);
    CU_ASSERT(ratio <= machine * 1.001 && ratio > 0.7 * machine);
    CU_ASSERT_DOUBLE_EQUAL(sum / (2000 * 16) / ((1 + task) / 2 * (1 + machine) / 2), 1, 0.05);
    instance_free(inst);
  }
}

static void etc_has_its_consistency(void) {
  EtcPlan plan = {100, 9, 3, HETEROGENEITY_LO, HETEROGENEITY_HI, CONSISTENCY_C};
  Instance *c = generate(0, &plan);
  plan.consistency = CONSISTENCY_S;
  Instance *s = generate(0, &plan);
  plan.consistency = CONSISTENCY_I;
  Instance *i = generate(0, &plan);
  CU_ASSERT(is_sorted(c, 0, 1) && is_sorted(s, 0, 2) && !is_sorted(s, 1, 2) && !is_sorted(i, 0, 2) &&
            !is_sorted(i, 1, 2));
  for (int32_t t = 0; t < 100; t++) { /* the same times in another order */
    int64_t in_c = 0, in_s = 0, in_i = 0;
    for (int32_t k = t * 9; k < t * 9 + 9; k++) {
      in_c += matching_of(c)->etc[k];
      in_s += matching_of(s)->etc[k];
      in_i += matching_of(i)->etc[k];
    }
    CU_ASSERT(in_c == in_i && in_s == in_i);
    for (int32_t m = 1; m < 9; m += 2)
      CU_ASSERT_EQUAL(matching_of(s)->etc[t * 9 + m], matching_of(i)->etc[t * 9 + m]);
  }
  instance_free(c);
  instance_free(s);
  instance_free(i);
}

/* The benchmark's own, by the same measure. */
static void benchmark_has_the_same_consistency(void) {
  static const struct {
    const char *file;
    bool all, even, odd;
  } rows[] = {{"etc/512x16/u_c_hihi.0", true, true, true},
              {"etc/512x16/u_s_hihi.0", false, true, false},
              {"etc/512x16/u_i_hihi.0", false, false, false}};
  for (int r = 0; r < 3; r++) {
    Instance *inst = NULL;
    const char *path = harness_data(rows[r].file);
    if (!path) return;
    CU_ASSERT_EQUAL_FATAL(etc_read(path, &inst), OK);
    CU_ASSERT_EQUAL(is_sorted(inst, 0, 1), rows[r].all);
    CU_ASSERT_EQUAL(is_sorted(inst, 0, 2), rows[r].even);
    CU_ASSERT_EQUAL(is_sorted(inst, 1, 2), rows[r].odd);
    instance_free(inst);
  }
}

/* Lengths and speeds are whole numbers of their ranges; times are the nearest millionth of their ratio. */
static void grid_is_a_ratio(void) {
  const EtcPlan plan = {200, 12, 9, HETEROGENEITY_HI, HETEROGENEITY_HI, CONSISTENCY_C};
  Instance *inst = generate(1, &plan);
  CU_ASSERT_STRING_EQUAL(inst->name, "grid-200x12-9");
  for (uint32_t t = 0; t < 200; t++)
    for (uint32_t m = 0; m < 12; m++) {
      const RngStream task = {9, 0, t, RNG_TASK}, machine = {9, 0, m, RNG_MACHINE};
      long double length = 1 + rng_below(task, 0, 1000), speed = 1 + rng_below(machine, 0, 100);
      CU_ASSERT_EQUAL(matching_of(inst)->etc[t * 12 + m], llroundl(length / speed * 1e6L));
    }
  instance_free(inst);
}

static void seeds_decide(void) {
  for (int kind = 0; etc_generators[kind].name; kind++) {
    EtcPlan plan = {60, 10, 1, HETEROGENEITY_HI, HETEROGENEITY_HI, CONSISTENCY_S};
    Instance *inst = generate(kind, &plan), *same = generate(kind, &plan), *again = NULL;
    plan.seed = 2;
    Instance *other = generate(kind, &plan);
    plan.seed = 1;
    plan.tasks = 70;
    Instance *longer = generate(kind, &plan);
    CU_ASSERT_EQUAL(inst->digest, same->digest);
    CU_ASSERT_NOT_EQUAL(inst->digest, other->digest);
    CU_ASSERT_EQUAL(
        memcmp(matching_of(inst)->etc, matching_of(longer)->etc, 600 * sizeof *matching_of(inst)->etc),
        0); /* a task depends on its number only */
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    CU_ASSERT_EQUAL(etc_write(out, inst), OK);
    fclose(out);
    CU_ASSERT_EQUAL_FATAL(etc_parse("again", text, bytes, &again), OK);
    CU_ASSERT_EQUAL(again->digest, inst->digest);
    free(text);
    instance_free(inst);
    instance_free(same);
    instance_free(other);
    instance_free(longer);
    instance_free(again);
  }
}

/* The file in instances/, made by `cordee generate etc --tasks 60 --machines 10 --consistency i --seed 1`. */
static void shipped_as_generated(void) {
  const EtcPlan plan = {60, 10, 1, HETEROGENEITY_HI, HETEROGENEITY_HI, CONSISTENCY_I};
  Instance *made = generate(0, &plan), *file = NULL;
  CU_ASSERT_EQUAL_FATAL(etc_read("instances/etc-i-hihi-60x10-1.etc", &file), OK);
  CU_ASSERT_EQUAL(file->digest, made->digest);
  CU_ASSERT_STRING_EQUAL(file->name, made->name);
  instance_free(made);
  instance_free(file);
}

static void generators_refuse(void) {
  static const EtcPlan plans[] = {
      {.tasks = 0, .machines = 1}, {.tasks = 1, .machines = 0}, {.tasks = 65536, .machines = 65536}};
  for (int kind = 0; etc_generators[kind].name; kind++)
    for (int p = 0; p < 3; p++) {
      Instance *inst = NULL;
      status_clear();
      CU_ASSERT_EQUAL(etc_generators[kind].make(&plans[p], &inst), ERR_USAGE);
      CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "tasks and machines: expected at least 1 of each"));
      CU_ASSERT_PTR_NULL(inst);
    }
}

static const HarnessTest tests[] = {TEST(etc_is_its_stream),
                                    TEST(etc_has_its_ranges),
                                    TEST(etc_has_its_consistency),
                                    TEST(benchmark_has_the_same_consistency),
                                    TEST(grid_is_a_ratio),
                                    TEST(seeds_decide),
                                    TEST(shipped_as_generated),
                                    TEST(generators_refuse),
                                    {NULL, NULL}};

int main(void) { return harness_run("generate_etc", tests); }
