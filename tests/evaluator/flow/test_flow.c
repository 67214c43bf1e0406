/* Maximum flows on the CPU against augmenting paths on a matrix: every method, with its certificate. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cpu/flow/mpm.h"
#include "evaluator/flow/flow_parts.h"
#include "evaluator/flow/pseudoflow.h"
#include "evaluator/flow/push_relabel.h"
#include "fixtures/flowing.h"
#include "fixtures/harness.h"

static Status mpm_base(const FlowView *view) { return mpm_flow(view, MPM_BASE, false); }
static Status mpm_active(const FlowView *view) { return mpm_flow(view, MPM_ACTIVE, false); }

static void judge_all(const char *const *specs, Status (*solve)(const FlowView *), const char *name) {
  FlowingSet set = flowing_make(specs, flowing_count(specs));
  for (uint32_t k = 0; k < set.count; k++) {
    const FlowView view = flow_view(&set.host.batch, k);
    CU_ASSERT_EQUAL(solve(&view), OK);
    flowing_judge(&set, k, name);
  }
  flowing_free(&set);
}

static void push_relabel_is_right(void) {
  judge_all(flowing_small, push_relabel, "push-relabel");
  judge_all(flowing_large, push_relabel, "push-relabel");
}

static void pseudoflows_are_right(void) {
  judge_all(flowing_small, pseudoflow, "pseudoflow");
  judge_all(flowing_large, pseudoflow, "pseudoflow");
}

static void minimum_potentials_are_right(void) {
  judge_all(flowing_small, mpm_base, "mpm");
  judge_all(flowing_small, mpm_active, "mpm-active");
}

static void waves_are_right(void) {
  const char *const *all[] = {flowing_small, flowing_large};
  for (int k = 0; k < 2; k++) {
    FlowingSet set = flowing_make(all[k], flowing_count(all[k]));
    Backend cpu = {.ops = backend_find("cpu")};
    CU_ASSERT_EQUAL_FATAL(cpu.ops->open(&cpu, 0, 2), OK);
    flowing_solve(&cpu, &set, flowing_waves);
    for (uint32_t i = 0; i < set.count; i++) flowing_judge(&set, i, "waves");
    cpu.ops->close(&cpu);
    flowing_free(&set);
  }
}

/* Both forms of minimum potentials are one algorithm. */
static void forms_agree(void) {
  static const char *const specs[] = {"rlg:rows=12,levels=12,count=5", "random:n=200,degree=5,terminals=20"};
  FlowingSet base = flowing_make(specs, 2), active = flowing_make(specs, 2);
  for (uint32_t k = 0; k < base.count; k++) {
    const FlowView a = flow_view(&base.host.batch, k), b = flow_view(&active.host.batch, k);
    CU_ASSERT_EQUAL(mpm_base(&a), OK);
    CU_ASSERT_EQUAL(mpm_active(&b), OK);
    CU_ASSERT_EQUAL(a.answer->phases, b.answer->phases);
    CU_ASSERT_EQUAL(a.answer->rounds, b.answer->rounds);
    CU_ASSERT_EQUAL(a.answer->value, b.answer->value);
  }
  flowing_free(&base);
  flowing_free(&active);
}

/* As published, without arcs back, it is no maximum flow: it ends after one phase. */
static void published_form_stops_early(void) {
  static const char *const specs[] = {"rlg:rows=128,levels=128,seed=4"};
  FlowingSet set = flowing_make(specs, 1);
  const FlowView view = flow_view(&set.host.batch, 0);
  CU_ASSERT_EQUAL(push_relabel(&view), OK);
  const int64_t most = view.answer->value;
  flowing_reset(&set);
  CU_ASSERT_EQUAL(mpm_flow(&view, MPM_ACTIVE, true), OK);
  printf("# without arcs back %.1f%% of the maximum, %u phase\n",
         100.0 * (double)view.answer->value / (double)most, view.answer->phases);
  CU_ASSERT_EQUAL(most, 935060);
  CU_ASSERT_EQUAL(view.answer->value, 726988);
  CU_ASSERT_EQUAL(view.answer->phases, 1);
  flowing_free(&set);
}

/* One fault each: a certificate must refuse it. */
static void certificates_refuse_faults(void) {
  uint32_t tail[] = {0, 0, 1, 2, 1}, head[] = {1, 2, 3, 3, 2}, cut;
  int64_t capacity[] = {3, 2, 2, 3, 1}, balance[4];
  const Network n = {
      .vertices = 4, .arcs = 5, .source = 0, .sink = 3, .tail = tail, .head = head, .capacity = capacity};
  const int64_t right[] = {3, 2, 2, 3, 1};
  const uint8_t side[] = {0, 1, 1, 1};
  CU_ASSERT_EQUAL(flow_certify(&n, right, side, 5, balance, &cut), OK);
  CU_ASSERT_EQUAL(cut, 2);
  const struct {
    int64_t flow[5], value;
    uint8_t side[4];
    const char *text;
  } wrong[] = {{{4, 1, 3, 2, 1}, 5, {0, 1, 1, 1}, "arc 1 carries 4 of 3"},
               {{3, 2, 2, 3, -1}, 5, {0, 1, 1, 1}, "arc 5 carries -1 of 1"},
               {{3, 2, 2, 2, 1}, 5, {0, 1, 1, 1}, "vertex 3 keeps 1, expected 0"},
               {{3, 2, 2, 3, 1}, 6, {0, 1, 1, 1}, "vertex 1 keeps -5, expected -6"},
               {{2, 2, 2, 2, 0}, 4, {0, 1, 1, 1}, "capacity is 5, the flow's value 4"},
               {{3, 2, 2, 3, 1}, 5, {1, 1, 1, 1}, "on one side"},
               {{3, 2, 2, 3, 1}, 5, {0, 0, 0, 0}, "on one side"}};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    CU_ASSERT_EQUAL(flow_certify(&n, wrong[k].flow, wrong[k].side, wrong[k].value, balance, &cut),
                    ERR_INTERNAL);
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), wrong[k].text));
    status_clear();
  }
}

static const HarnessTest tests[] = {TEST(push_relabel_is_right),
                                    TEST(pseudoflows_are_right),
                                    TEST(waves_are_right),
                                    TEST(minimum_potentials_are_right),
                                    TEST(forms_agree),
                                    TEST(published_form_stops_early),
                                    TEST(certificates_refuse_faults),
                                    {NULL, NULL}};

int main(void) { return harness_run("maximum flow", tests); }
