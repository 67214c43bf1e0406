/* A CUnit suite as a table: tests/test_x.c lists its tests and calls harness_run.
 *
 * Prints "ok NAME", "not ok NAME: where" or "skip NAME: reason" a line, then "N passed, N failed, N skipped". A test
 * uses CUnit's CU_ASSERT family; harness_skip marks the running one as skipped (return right after it). */
#ifndef CORDEE_TESTS_HARNESS_H
#define CORDEE_TESTS_HARNESS_H

#include <CUnit/CUnit.h>
#include <stdbool.h>

typedef struct HarnessTest {
  const char *name;
  void (*run)(void);
} HarnessTest;

#define TEST(function)                                                                                       \
  { #function, function }

int harness_run(const char *suite, const HarnessTest *tests); /* table ended by a NULL name; main's result */
void harness_skip(const char *reason);

/* Path of a file below the test data ($CORDEE_INSTANCES, else ../shared/instances); NULL after harness_skip
 * ("no test data") if it is not there. Static storage: valid until the fourth next call. */
const char *harness_data(const char *relative);

/* How many files beside `path` begin with its name and ".tmp": temporaries of it, left over. */
int harness_temporaries(const char *path);

/* From now on the kernels of this instruction set, "avx512", "avx2" or "plain", and no others: fails if the library takes another one.
 * False after harness_skip if this processor lacks it ($CORDEE_TEST_LACKS, a name: act as if it did). NULL: the library's choice. */
bool harness_simd(const char *set);

#endif
