/* Transfers of every backend: what went up comes down, whatever its size and place. Kernel families: states, refusals. */
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "solver/ils/ils_plan.h"
#include "solver/pso/pso_plan.h"

static unsigned char byte_of(size_t k, size_t salt) {
  return (unsigned char)((k * 2654435761u + salt) >> 13);
}

/* Up, across to a second array on the backend, and down from `skip` bytes on; bytes around the target stay as they were. */
static void round_trip(Backend *be, size_t bytes, size_t skip) {
  const size_t wanted = bytes - skip;
  unsigned char *out = malloc(bytes + 1), *in = malloc(wanted + 2);
  void *first = NULL, *second = NULL;
  for (size_t k = 0; k < bytes; k++) out[k] = byte_of(k, bytes);
  in[0] = 0xa5;
  in[wanted + 1] = 0x5a;
  CU_ASSERT_FATAL(be->ops->alloc(be, bytes, &first) == OK && be->ops->alloc(be, bytes, &second) == OK);
  CU_ASSERT(be->ops->upload(be, first, out, bytes) == OK);
  CU_ASSERT(be->ops->copy(be, second, first, bytes) == OK);
  CU_ASSERT(be->ops->download(be, in + 1, (char *)second + skip, wanted) == OK);
  CU_ASSERT(memcmp(in + 1, out + skip, wanted) == 0);
  CU_ASSERT(in[0] == 0xa5 && in[wanted + 1] == 0x5a);
  be->ops->free(be, first);
  be->ops->free(be, second);
  free(out);
  free(in);
}

static void round_trips(const char *name) {
  static const size_t sizes[] = {1, 4095, (32u << 20) - 1, 32u << 20, (48u << 20) + 3};
  Backend be;
  if (!climbing_open(&be, name, 3)) {
    harness_skip("no device");
    return;
  }
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) round_trip(&be, sizes[k], sizes[k] > 64 ? 7 : 0);
  be.ops->close(&be);
}

static void round_trips_cpu(void) { round_trips("cpu"); }
static void round_trips_cuda(void) { round_trips("cuda"); }

/* Fresh memory is zero. */
static void zeroed(const char *name) {
  Backend be;
  void *dev = NULL;
  static const unsigned char zeros[1000];
  unsigned char in[1000];
  if (!climbing_open(&be, name, 1)) {
    harness_skip("no device");
    return;
  }
  memset(in, 1, sizeof in);
  CU_ASSERT_FATAL(be.ops->alloc(&be, sizeof in, &dev) == OK);
  CU_ASSERT(be.ops->download(&be, in, dev, sizeof in) == OK);
  CU_ASSERT(memcmp(in, zeros, sizeof in) == 0);
  be.ops->free(&be, dev);
  CU_ASSERT(be.ops->alloc(&be, 0, &dev) == OK && !dev);
  be.ops->close(&be);
}

static void zeroed_cpu(void) { zeroed("cpu"); }
static void zeroed_cuda(void) { zeroed("cuda"); }

/* ---- kernel families ---- */

static int destroyed[FAMILY_COUNT];

static void state_destroy(Backend *be, void *state) {
  (void)be;
  destroyed[(int *)state - destroyed]++;
}

/* Each family has a state of its own: replacing one leaves the others, closing the backend destroys all. */
static void family_states(const char *name) {
  Backend be;
  if (!climbing_open(&be, name, 1)) {
    harness_skip("no device");
    return;
  }
  memset(destroyed, 0, sizeof destroyed);
  for (int f = 0; f < FAMILY_COUNT; f++) {
    CU_ASSERT_PTR_NULL(backend_state(&be, (KernelFamily)f));
    backend_state_set(&be, (KernelFamily)f, destroyed + f, state_destroy);
  }
  for (int f = 0; f < FAMILY_COUNT; f++)
    CU_ASSERT_PTR_EQUAL(backend_state(&be, (KernelFamily)f), destroyed + f);
  backend_state_set(&be, FAMILY_ils, NULL, NULL);
  CU_ASSERT_PTR_NULL(backend_state(&be, FAMILY_ils));
  for (int f = 0; f < FAMILY_COUNT; f++) CU_ASSERT_EQUAL(destroyed[f], f == FAMILY_ils);
  be.ops->close(&be);
  for (int f = 0; f < FAMILY_COUNT; f++) CU_ASSERT_EQUAL(destroyed[f], 1);
}

static void family_states_cpu(void) { family_states("cpu"); }
static void family_states_cuda(void) { family_states("cuda"); }

/* A backend has what the list says; a solver whose kernels it lacks is refused by name. */
static void families_required(void) {
  BackendOps some = backend_cpu;
  CU_ASSERT_EQUAL(backend_require(&backend_cpu, 0, "lists"), OK);
  CU_ASSERT_EQUAL(backend_require(&backend_cpu, solver_ils.kernels | solver_pso.kernels, "ils"), OK);
  some.eax = NULL;
  CU_ASSERT_EQUAL(backend_require(&some, solver_climb.kernels, "climb"), OK);
  CU_ASSERT_EQUAL(backend_require(&some, solver_ils.kernels, "ils"), ERR_DEVICE);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "--backend cpu: ils needs the kernels 'eax'"));
  status_clear();
}

static const HarnessTest tests[] = {
    TEST(round_trips_cpu),   TEST(round_trips_cuda),   TEST(zeroed_cpu),        TEST(zeroed_cuda),
    TEST(family_states_cpu), TEST(family_states_cuda), TEST(families_required), {NULL, NULL}};

int main(void) { return harness_run("backend", tests); }
