/* A CPU and the pretended device, for tests that compare the two. */
#ifndef CORDEE_TESTS_EMULATION_PAIR_H
#define CORDEE_TESTS_EMULATION_PAIR_H

#include "device.h"
#include "fixtures/harness.h"

static inline void emulated_pair_open(Backend *cpu, Backend *cuda) {
  *cpu = (Backend){.ops = backend_find("cpu")};
  CU_ASSERT_EQUAL_FATAL(cpu->ops->open(cpu, 0, 1), OK);
  CU_ASSERT_EQUAL_FATAL(emulated_open(cuda), OK);
}
static inline void emulated_pair_close(Backend *cpu, Backend *cuda) {
  cpu->ops->close(cpu);
  cuda->ops->close(cuda);
}

#endif
