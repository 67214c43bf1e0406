/* Memory (src/memory.h): plans are told to need what they take. On the CPU: solvers' own part is the same on a GPU. */
#include "memory.h"

#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/solving.h"
#include "solver/anneal_tasks/anneal_plan.h"
#include "solver/ils/ils_plan.h"
#include "solver/pso/pso_plan.h"

static void counts_saturate(void) {
  CU_ASSERT_EQUAL(bytes_times(1ull << 40, 1ull << 30), BYTES_MANY);
  CU_ASSERT_EQUAL(bytes_plus(BYTES_MANY, 1), BYTES_MANY);
  CU_ASSERT_EQUAL(bytes_of(UINT32_MAX, UINT32_MAX, 12), BYTES_MANY);
  CU_ASSERT_EQUAL(bytes_of(1000, 1000, 4), 4000000);
}

static uint64_t taken; /* by alloc */
static BackendOps counting;

static Status alloc_counted(Backend *be, size_t bytes, void **dev) {
  taken += bytes;
  return backend_cpu.alloc(be, bytes, dev);
}

static uint64_t fields_bytes(const FieldSet *fields) {
  uint64_t sum = 0;
  for (int k = 0; k < fields->count; k++)
    sum += fields->field[k].rows * fields->field[k].columns * dtype_bytes(fields->field[k].dtype);
  return sum;
}

/* Saves the state, after as many steps as it takes to reach that many bytes: searches that have not begun are not saved. */
static FieldSet saved_at_most(const SolvingCase *c, Archipelago *a, uint64_t bytes) {
  FieldSet fields = {0};
  Progress progress;
  CU_ASSERT_EQUAL_FATAL(c->solver->begin(a, 0), OK);
  CU_ASSERT_EQUAL_FATAL(c->solver->save(a, &fields), OK);
  for (int step = 0; fields_bytes(&fields) < bytes && step < 1000; step++) {
    fieldset_free(&fields);
    CU_ASSERT_EQUAL_FATAL(c->solver->advance(a, 1, &progress), OK);
    CU_ASSERT_EQUAL_FATAL(c->solver->save(a, &fields), OK);
  }
  return fields;
}

/* No more than is taken, `beside` alloc included, and most of it. */
static void needs_what_it_takes(Instance *inst, const char *method, uint64_t beside) {
  SolvingCase c;
  Archipelago *a = NULL;
  Memory need;
  solving_open(&c, inst, method);
  counting = backend_cpu;
  counting.alloc = alloc_counted;
  c.be.ops = &counting;
  c.plan.islands = 40;
  taken = 0;
  CU_ASSERT_EQUAL_FATAL(solving_create(&c, &a), OK);
  c.solver->needs(inst, &c.be, &c.plan, (Span){0, 40}, &need);
  CU_ASSERT(need.device <= taken + beside && need.device >= 0.85 * (double)taken);
  FieldSet fields = saved_at_most(&c, a, need.saved);
  CU_ASSERT(need.saved <= fields_bytes(&fields) && need.saved >= 0.75 * (double)fields_bytes(&fields));
  fieldset_free(&fields);
  c.solver->destroy(a);
  solving_close(&c);
}

static void needs_are_true(void) {
  needs_what_it_takes(solving_cities(1000), "ils", 40 * (1000 * 40 + 20 * 1000));
  needs_what_it_takes(solving_cities(1000), "climb", 0);
  needs_what_it_takes(solving_matching(200, 8), "anneal", 0);
  needs_what_it_takes(solving_matching(200, 8), "pso", 0);
}

/* Far beyond any host: refused, with the options and the host's share in the message. */
static void absurd_is_refused(void) {
  static const char *const methods[] = {"ils", "climb", "anneal", "pso"};
  for (int k = 0; k < 4; k++) {
    SolvingCase c;
    Memory need;
    solving_open(&c, k < 2 ? solving_cities(1000) : solving_matching(200, 8), methods[k]);
    c.plan.islands = 4000000000u;
    if (k == 0) ils_plan_edit(&c.plan)->group = 4000000000u;
    if (k == 2) anneal_plan_edit(&c.plan)->chains = 4000000000u;
    if (k == 3) pso_plan_edit(&c.plan)->particles = 4000000000u;
    c.solver->needs(c.inst, &c.be, &c.plan, (Span){0, c.plan.islands}, &need);
    CU_ASSERT(memory_check(&need, &c.be) == ERR_MEMORY && strstr(status_message(), "--islands 4000000000") &&
              strstr(status_message(), "are free on"));
    status_clear();
    solving_close(&c);
  }
  CU_ASSERT(memory_free() > 1 << 20 && memory_free() < BYTES_MANY);
}

static const HarnessTest tests[] = {
    TEST(counts_saturate), TEST(needs_are_true), TEST(absurd_is_refused), {NULL, NULL}};

int main(void) { return harness_run("memory", tests); }
