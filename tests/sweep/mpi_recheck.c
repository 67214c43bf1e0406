/* The check of a file's records over the ranks (src/sweep/recheck.h): what is counted, and whose message is told. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/checkpointing.h"
#include "io/columns/columns.h"
#include "sweep/recheck.h"

enum { ITEMS = 23, CHUNK = 4 };

static Evaluator judging;    /* verify's records, with items and a check of this test's own */
static uint64_t wrong_items; /* a bit an item */

static Status items_of(const char *spec, const void *settings, Items *out) {
  (void)spec;
  (void)settings;
  *out = (Items){.count = ITEMS, .digest = 7, .data = calloc(1, 8), .bytes = 8, .asset = out->asset};
  return out->data ? OK : status_fail(ERR_MEMORY, "no memory");
}

static Status check_of(const Items *items, const Records *records, uint32_t k) {
  const uint64_t item = records->first + k;
  (void)items;
  CU_ASSERT_EQUAL(((const int64_t *)records->column[3])[k], 100 + (int64_t)item);
  return wrong_items >> item & 1 ? status_fail(ERR_INTERNAL, "item %d is wrong", (int)item) : OK;
}

/* The first `chunks` of them. On rank 0. */
static void records_make(const char *path, uint64_t chunks) {
  const Items items = {.count = ITEMS, .digest = 7};
  const ColumnsSource source = {&judging, "a list", "", &items};
  Columns *columns = NULL;
  Records r;
  CU_ASSERT_EQUAL_FATAL(columns_open(path, &source, CHUNK, &columns), OK);
  CU_ASSERT_EQUAL_FATAL(records_alloc(&judging, CHUNK, &r), OK);
  for (uint64_t first = 0; first < chunks * CHUNK && first < ITEMS; first += CHUNK) {
    records_clear(&judging, &r, first, ITEMS - first < CHUNK ? (uint32_t)(ITEMS - first) : CHUNK);
    for (uint32_t k = 0; k < r.count; k++) ((int64_t *)r.column[3])[k] = 100 + (int64_t)(first + k);
    CU_ASSERT_EQUAL(columns_write(columns, &r), OK);
  }
  records_free(&r);
  CU_ASSERT_EQUAL(columns_close(columns), OK);
}

static Recheck checked(const char *path, uint64_t every, uint64_t wrong) {
  Backend be = {.ops = backend_find("cpu")};
  const RecheckPlan plan = {.evaluator = &judging, .spec = "a list", .path = path, .every = every};
  Recheck found;
  wrong_items = wrong;
  CU_ASSERT_EQUAL(records_recheck(&comm, &be, &plan, &found), OK);
  return found;
}

/* Of any two the one with the smaller number, whichever ranks they are checked by. */
static void the_first_is_told(void) {
  const char *path = checkpointing_path("records.h5");
  if (comm.rank == 0) records_make(path, ITEMS);
  MPI_Barrier(comm.all);
  for (int low = 0; low < 9; low++)
    for (int high = low + 1; high < ITEMS; high += 3) {
      char message[32];
      const Recheck found = checked(path, 1, 1ull << low | 1ull << high);
      snprintf(message, sizeof message, "item %d is wrong", low);
      CU_ASSERT(found.items == ITEMS && found.checked == ITEMS && found.wrong == 2 && found.pending == 0);
      if (comm.rank == 0) CU_ASSERT_STRING_EQUAL(found.message, message);
    }
}

static void none_is_wrong(void) {
  const Recheck found = checked(checkpointing_path("records.h5"), 5, 1 << 1 | 1 << 4);
  CU_ASSERT(found.checked == 5 && found.wrong == 0);
  if (comm.rank == 0) CU_ASSERT_STRING_EQUAL(found.message, "");
}

static void pending_ones_are_counted(void) {
  const char *path = checkpointing_path("part.h5");
  if (comm.rank == 0) records_make(path, 2);
  MPI_Barrier(comm.all);
  const Recheck found = checked(path, 1, 1 << 7);
  CU_ASSERT(found.checked == 2 * CHUNK && found.pending == ITEMS - 2 * CHUNK && found.wrong == 1);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {
      TEST(the_first_is_told), TEST(none_is_wrong), TEST(pending_ones_are_counted), {NULL, NULL}};
  judging = *evaluator_find("verify");
  judging.items = items_of;
  judging.check = check_of;
  judging.open = NULL;
  judging.close = NULL;
  judging.kept = NULL;
  return checkpointing_run(&argc, &argv, "recheck", tests);
}
