/* Books as HDF5 files (src/evaluator/lookback/book_columns.c, src/io/hdf/table_file.c): the same options as of a text, every file that is
 * refused, rows that fail alone, and any byte altered. */
#include <fcntl.h>
#include <hdf5.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "evaluator/lookback/book.h"
#include "fixtures/harness.h"
#include "io/hdf/dataset.h"
#include "io/hdf/table_file.h"

enum { ROWS = 5 };

static char path[64];
static const PriceSettings plain = {.steps = 0};
static const double spot[ROWS] = {100, 50, 100, 100, 80}, sigma[ROWS] = {0.2, 0.3, -0.3, NAN, 0.25};
static const float years[ROWS] = {1, 1.5f, 1, 1, 0.5f};
static const int64_t rate[ROWS] = {0, 0, 0, 0, 0}, ident[ROWS] = {7, 8, 9, 10, 1LL << 60};
static const uint32_t steps[ROWS] = {100, 200, 300, 400, 500};
static const char type[ROWS][4] = {"put", "CALL", "", "put", "call"};

static void column(hid_t file, const char *name, Dtype dtype, const void *values) {
  CU_ASSERT(dataset_write(file, name, (Shape){dtype, ROWS, 1}, values) >= 0);
}

/* Texts of any length, as h5py writes them. */
static void texts(hid_t file, const char *name, const char *const *text) {
  const hsize_t rows = ROWS;
  hid_t kind = hdf5_text_type(), space = H5Screate_simple(1, &rows, NULL);
  hid_t set = H5Dcreate2(file, name, kind, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  CU_ASSERT(H5Dwrite(set, kind, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0);
  H5Dclose(set);
  H5Sclose(space);
  H5Tclose(kind);
}

static hid_t file_begin(void) {
  hdf5_quiet();
  const int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  const hid_t file = hdf5_file_create(fd, path);
  close(fd);
  return file;
}

static void needed_write(hid_t file) {
  column(file, "S", DTYPE_F64, spot);
  column(file, "T", DTYPE_F32, years);
  column(file, "sigma", DTYPE_F64, sigma);
  column(file, "r", DTYPE_I64, rate);
}

static void file_make(void) {
  static const char *const style[ROWS] = {"american", "european", NULL, "American", ""};
  static const char *const desk[ROWS] = {"fx", "a,b", "", "a \"desk\" with a longer name", "=1+1"};
  hid_t file = file_begin();
  needed_write(file);
  column(file, "id", DTYPE_I64, ident);
  column(file, "N", DTYPE_U32, steps);
  CU_ASSERT(words_write(file, "type", 4, ROWS, type[0]) >= 0);
  texts(file, "style", style);
  texts(file, "desk", desk);
  H5Gclose(H5Gcreate2(file, "notes", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)); /* passed over */
  H5Fclose(file);
}

static LookbackOption row(const Items *items, uint64_t i) {
  LookbackOption o = {0};
  CU_ASSERT_EQUAL(book_option(items, i, true, &o), OK);
  return o;
}

static void rows_are_read(void) {
  Items items;
  file_make();
  CU_ASSERT(table_file_is(path));
  CU_ASSERT_EQUAL_FATAL(book_items(path, &plain, &items), OK);
  CU_ASSERT_EQUAL(items.count, ROWS);
  const LookbackOption a = row(&items, 0), b = row(&items, 1), e = row(&items, 4);
  CU_ASSERT(a.spot == 100 && a.extreme == 100 && a.years == 1 && a.sigma == 0.2 && a.r == 0 && a.q == 0);
  CU_ASSERT(a.steps == 100 && a.flags == 0);
  CU_ASSERT(b.spot == 50 && b.years == 1.5 && b.steps == 200);
  CU_ASSERT_EQUAL(b.flags, LOOKBACK_CALL | LOOKBACK_EUROPEAN);
  CU_ASSERT_EQUAL(e.flags, LOOKBACK_CALL);
  CU_ASSERT_EQUAL(book_number(&items, 4), 5);
  free(items.data);
}

static void rows_fail_alone(void) {
  Items items;
  LookbackOption o;
  char name[128], wanted[128];
  file_make();
  CU_ASSERT_EQUAL_FATAL(book_items(path, &plain, &items), OK);
  CU_ASSERT_EQUAL(book_option(&items, 2, false, &o), ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(status_message(), "");
  CU_ASSERT_EQUAL(book_option(&items, 2, true, &o), ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(status_message(), "sigma: expected a number above 0, at most 10, found -0.3");
  status_clear();
  CU_ASSERT_EQUAL(book_option(&items, 3, true, &o), ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(status_message(), "sigma: expected a number above 0, at most 10, found nan");
  status_clear();
  snprintf(wanted, sizeof wanted, "%s: row 4", path);
  book_name(&items, 3, name, sizeof name);
  CU_ASSERT_STRING_EQUAL(name, wanted);
  free(items.data);
}

static void rows_are_handed_through(void) {
  Items items;
  TableColumn kept;
  char *text;
  size_t bytes;
  file_make();
  CU_ASSERT_EQUAL_FATAL(book_items(path, &plain, &items), OK);
  FILE *out = open_memstream(&text, &bytes);
  book_print(out, &items, UINT64_MAX);
  fputc('\n', out);
  book_print(out, &items, 1);
  fclose(out);
  CU_ASSERT_STRING_EQUAL(text, "N,S,T,desk,id,r,sigma,style,type,\n"
                               "200,50,1.5,\"a,b\",8,0,0.29999999999999999,european,CALL,");
  free(text);
  CU_ASSERT_EQUAL(book_kept(&items, 0, &kept), OK);
  CU_ASSERT_STRING_EQUAL(kept.name, "desk");
  CU_ASSERT(kept.dtype == DTYPE_COUNT && kept.bytes == strlen("a \"desk\" with a longer name"));
  CU_ASSERT_EQUAL(memcmp(table_text(&kept, 3, &bytes), "a \"desk\"", 8), 0);
  CU_ASSERT_EQUAL(book_kept(&items, 1, &kept), OK);
  CU_ASSERT_STRING_EQUAL(kept.name, "id");
  CU_ASSERT(kept.dtype == DTYPE_I64 && ((const int64_t *)kept.values)[4] == 1LL << 60 && !kept.owned);
  CU_ASSERT_EQUAL(book_kept(&items, 2, &kept), OK);
  CU_ASSERT_STRING_EQUAL(kept.name, "");
  free(items.data);
}

/* Several collections of a heap; of each text what is kept. */
static void long_texts_are_cut(void) {
  static char text[ROWS][40001];
  const char *all[ROWS];
  Items items;
  TableColumn kept;
  for (int k = 0; k < ROWS; k++) all[k] = memset(text[k], 'a' + k, 30000 + 2000 * k);
  hid_t file = file_begin();
  needed_write(file);
  texts(file, "note", all);
  H5Fclose(file);
  CU_ASSERT_EQUAL_FATAL(book_items(path, &plain, &items), OK);
  CU_ASSERT_EQUAL(book_kept(&items, 0, &kept), OK);
  CU_ASSERT_EQUAL_FATAL(kept.bytes, TABLE_TEXT_MAX);
  for (int k = 0; k < ROWS; k++)
    CU_ASSERT_EQUAL(memcmp((const char *)kept.values + k * TABLE_TEXT_MAX, text[k], TABLE_TEXT_MAX), 0);
  free(items.data);
}

static void other_contents_are_another_book(void) {
  Items one, two;
  file_make();
  CU_ASSERT_EQUAL_FATAL(book_items(path, &plain, &one), OK);
  hid_t file = file_begin();
  needed_write(file);
  H5Fclose(file);
  CU_ASSERT_EQUAL_FATAL(book_items(path, &plain, &two), OK);
  CU_ASSERT_NOT_EQUAL(one.digest, two.digest);
  free(one.data);
  free(two.data);
  file_make();
  CU_ASSERT_EQUAL_FATAL(book_items(path, &plain, &two), OK);
  CU_ASSERT_EQUAL(one.digest, two.digest);
  free(two.data);
}

/* ---- refused ---- */

static void refused(hid_t file, const char *message) {
  Items items = {.data = NULL};
  char wanted[256];
  H5Fclose(file);
  status_clear();
  CU_ASSERT_EQUAL(book_items(path, &plain, &items), ERR_FORMAT);
  CU_ASSERT_PTR_NULL(items.data);
  snprintf(wanted, sizeof wanted, "%s: %s", path, message);
  CU_ASSERT_STRING_EQUAL(status_message(), wanted);
  if (strcmp(status_message(), wanted) != 0) fprintf(stderr, "# found: %s\n", status_message());
  status_clear();
}

static void files_that_are_refused(void) {
  static const char *const words[ROWS] = {"a", "b", "c", "d", "e"};
  const double two[2] = {1, 2};
  hid_t file = file_begin();
  refused(file, "expected columns S, T, sigma and r, found no S, no T, no sigma and no r");
  file = file_begin();
  column(file, "S", DTYPE_F64, spot);
  column(file, "payoff", DTYPE_F64, spot);
  refused(file, "payoff: expected texts, found numbers");
  file = file_begin();
  texts(file, "S", words);
  refused(file, "S: expected numbers, found texts");
  file = file_begin();
  needed_write(file);
  CU_ASSERT(dataset_write(file, "q", (Shape){DTYPE_F64, 2, 1}, two) >= 0);
  refused(file, "q: expected 5 rows as in S, found 2");
  file = file_begin();
  CU_ASSERT(dataset_write(file, "matrix", (Shape){DTYPE_F64, 2, 2}, spot) >= 0);
  refused(file, "matrix: expected 1 dimension, found 2");
  file = file_begin();
  H5Lcreate_soft("/S", file, "T", H5P_DEFAULT, H5P_DEFAULT);
  refused(file, "T: expected data in the file itself, found a link to elsewhere");
  file = file_begin();
  CU_ASSERT(dataset_write(file, "S", (Shape){DTYPE_F64, 0, 1}, spot) >= 0);
  CU_ASSERT(dataset_write(file, "T", (Shape){DTYPE_F64, 0, 1}, spot) >= 0);
  CU_ASSERT(dataset_write(file, "r", (Shape){DTYPE_F64, 0, 1}, spot) >= 0);
  CU_ASSERT(dataset_write(file, "sigma", (Shape){DTYPE_F64, 0, 1}, spot) >= 0);
  refused(file, "S: expected rows of options, found none");
}

static void byte_flip(off_t at, unsigned char mask) {
  unsigned char byte;
  const int fd = open(path, O_RDWR);
  CU_ASSERT(pread(fd, &byte, 1, at) == 1);
  byte ^= mask;
  CU_ASSERT(pwrite(fd, &byte, 1, at) == 1);
  close(fd);
}

/* It is a book of other contents, or refused with its name. */
static void altered_files_are_read_or_refused(void) {
  Items items;
  LookbackOption o;
  file_make();
  const int fd = open(path, O_RDONLY);
  const off_t bytes = lseek(fd, 0, SEEK_END);
  close(fd);
  for (off_t at = 4096; at < bytes; at += 3) {
    const unsigned char mask = (unsigned char)(1 << at % 8);
    byte_flip(at, mask);
    status_clear();
    if (table_file_is(path) && book_items(path, &plain, &items) == OK) {
      for (uint64_t i = 0; i < items.count; i++) (void)book_option(&items, i, true, &o);
      free(items.data);
    } else if (table_file_is(path)) {
      CU_ASSERT_EQUAL(strncmp(status_message(), path, strlen(path)), 0);
    }
    byte_flip(at, mask);
  }
  status_clear();
}

int main(void) {
  static const HarnessTest tests[] = {TEST(rows_are_read),
                                      TEST(rows_fail_alone),
                                      TEST(rows_are_handed_through),
                                      TEST(long_texts_are_cut),
                                      TEST(other_contents_are_another_book),
                                      TEST(files_that_are_refused),
                                      TEST(altered_files_are_read_or_refused),
                                      {NULL, NULL}};
  char folder[] = "/tmp/cordee-book-XXXXXX";
  if (!mkdtemp(folder)) return 1;
  snprintf(path, sizeof path, "%s/b.h5", folder);
  const int result = harness_run("books as HDF5 files", tests);
  unlink(path);
  rmdir(folder);
  return result;
}
