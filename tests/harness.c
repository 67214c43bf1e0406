/* The test runner: see harness.h. */
#include "harness.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <CUnit/TestRun.h>
#include "cpu/pso_tile.h"
#include "cpu/scan.h"

static const char *skip_reason;
static int passed, failed, skipped;

void harness_skip(const char *reason) { skip_reason = reason; }

const char *harness_data(const char *relative) {
  static char paths[4][4096];
  static int next;
  const char *root = getenv("CORDEE_INSTANCES");
  if (!root) root = "../shared/instances";
  char *path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", root, relative);
  if (access(path, R_OK) == 0) return path;
  harness_skip("no test data");
  return NULL;
}

static bool cpu_has(const char *set) {
  const char *lacks = getenv("CORDEE_TEST_LACKS");
  if (lacks && strcmp(lacks, set) == 0) return false;
#ifdef __x86_64__
  if (strcmp(set, "avx512") == 0)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (strcmp(set, "avx2") == 0) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
  return strcmp(set, "plain") == 0;
}

bool harness_simd(const char *set) {
  static char reason[64];
  unsetenv("CORDEE_SIMD");
  if (!set) return true;
  if (!cpu_has(set)) {
    snprintf(reason, sizeof reason, "this processor has no %s", set);
    harness_skip(reason);
    return false;
  }
  setenv("CORDEE_SIMD", set, 1);
  const char *name = strcmp(set, "avx512") == 0 ? "AVX-512" : strcmp(set, "avx2") == 0 ? "AVX2" : "plain C";
  CU_ASSERT_STRING_EQUAL_FATAL(scan_find(FILTER_EUCLID)->name, name);
  CU_ASSERT_STRING_EQUAL_FATAL(tile_find()->name, name);
  return true;
}

static void on_start(const CU_pTest test, const CU_pSuite suite) { (void)test, (void)suite, skip_reason = NULL; }

static void on_complete(const CU_pTest test, const CU_pSuite suite, const CU_pFailureRecord failure) {
  (void)suite;
  if (failure) {
    failed++;
    printf("not ok %s: %s:%u: %s\n", test->pName, failure->strFileName, failure->uiLineNumber,
           failure->strCondition);
  } else if (skip_reason) {
    skipped++;
    printf("skip %s: %s\n", test->pName, skip_reason);
  } else {
    passed++;
    printf("ok %s\n", test->pName);
  }
  fflush(stdout);
}

int harness_run(const char *suite, const HarnessTest *tests) {
  if (CU_initialize_registry() != CUE_SUCCESS) return EXIT_FAILURE;
  CU_pSuite s = CU_add_suite(suite, NULL, NULL);
  for (; s && tests->name; tests++)
    if (!CU_add_test(s, tests->name, tests->run)) return EXIT_FAILURE;
  CU_set_test_start_handler(on_start);
  CU_set_test_complete_handler(on_complete);
  CU_run_all_tests();
  printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
  CU_cleanup_registry();
  return failed || passed + skipped == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int harness_temporaries(const char *path) {
  char pattern[512];
  glob_t found;
  snprintf(pattern, sizeof pattern, "%s.tmp*", path);
  const int count = glob(pattern, 0, NULL, &found) == 0 ? (int)found.gl_pathc : 0;
  globfree(&found);
  return count;
}
