/* What squeue says of the time left. */
#include "mpi/stop.h"

#include "fixtures/harness.h"

static void times_left(void) {
  static const struct {
    const char *text;
    double seconds; /* 0: no limit that is known */
  } rows[] = {{"0:04", 4},
              {"59:59\n", 3599},
              {"1:00:00\n", 3600},
              {"2-03:04:05\n", 183845},
              {"1-00:00:00", 86400},
              {"UNLIMITED\n", 0},
              {"NOT_SET\n", 0},
              {"INVALID\n", 0},
              {"0:00", 0},
              {"", 0},
              {"\n", 0},
              {"12", 0},
              {"365-00:00:00", 31536000},
              {"slurm_load_jobs error", 0}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
    CU_ASSERT_EQUAL(limit_parse(rows[r].text), rows[r].seconds);
}

/* A process that was told of no end never stops for one. */
static void nothing_learnt(void) {
  CU_ASSERT_EQUAL(limit_left(), 0);
  CU_ASSERT_FALSE(limit_near(1e9));
}

int main(void) {
  static const HarnessTest tests[] = {TEST(times_left), TEST(nothing_learnt), {NULL, NULL}};
  return harness_run("limit", tests);
}
