/* HDF5 files of somebody else (src/io/hdf): names in a group behind a filter, plugins that HDF5 would load, and a link that takes the
 * place of a file which is being written. Links, filters, other places and sizes of datasets: tests/run/test_altered.c. */
#include <fcntl.h>
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "fixtures/harness.h"
#include "io/hdf/hdf.h"
#include "io/output.h"
#include "status.h"

static char folder[] = "/tmp/cordee-foreign-XXXXXX", path[64], victim[64];

/* ---- a filter that counts its calls ---- */

enum { FILTER = 40001, LINKS = 20 };
static int calls;

static size_t pass(unsigned flags, size_t count, const unsigned values[], size_t bytes, size_t *size,
                   void **data) {
  (void)flags;
  (void)count;
  (void)values;
  (void)size;
  (void)data;
  calls++;
  return bytes;
}

static const H5Z_class2_t passing = {H5Z_CLASS_T_VERS, FILTER, 1, 1, "passing", NULL, NULL, pass};

/* Properties of a group whose names lie in a heap, behind the filter or not. */
static hid_t group_how(hid_t kind, bool filtered) {
  const hid_t how = H5Pcreate(kind);
  CU_ASSERT(H5Pset_link_phase_change(how, 0, 0) >= 0);
  if (filtered) CU_ASSERT(H5Pset_filter(how, FILTER, H5Z_FLAG_MANDATORY, 0, NULL) >= 0);
  return how;
}

static void links_make(hid_t group) {
  char name[16];
  for (int k = 0; k < LINKS; k++) {
    snprintf(name, sizeof name, "link%d", k);
    CU_ASSERT(H5Lcreate_soft("/elsewhere", group, name, H5P_DEFAULT, H5P_DEFAULT) >= 0);
  }
}

static void file_make(bool root_filtered, bool group_filtered) {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS), root = group_how(H5P_FILE_CREATE, root_filtered),
              how = group_how(H5P_GROUP_CREATE, group_filtered);
  H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
  const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, root, access);
  const hid_t group = H5Gcreate2(file, "run", H5P_DEFAULT, how, H5P_DEFAULT);
  links_make(group);
  links_make(file);
  CU_ASSERT(H5Gclose(group) >= 0 && H5Fclose(file) >= 0);
  H5Pclose(how);
  H5Pclose(root);
  H5Pclose(access);
  calls = 0;
}

static void root_behind_a_filter(void) {
  hid_t file;
  status_clear();
  file_make(true, false);
  CU_ASSERT_EQUAL(hdf5_file_open(path, &file), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "its root: expected a group without filters, found 1"));
  CU_ASSERT_EQUAL(calls, 0);
}

static void group_behind_a_filter(void) {
  hid_t file, group;
  status_clear();
  file_make(false, true);
  CU_ASSERT_EQUAL_FATAL(hdf5_file_open(path, &file), OK);
  CU_ASSERT_EQUAL(hdf5_group_open(path, file, "run", &group), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "run: expected a group without filters, found 1"));
  CU_ASSERT_EQUAL(calls, 0);
  H5Fclose(file);
}

static void group_without_filters(void) {
  hid_t file, group;
  file_make(false, false);
  CU_ASSERT_EQUAL_FATAL(hdf5_file_open(path, &file), OK);
  CU_ASSERT_EQUAL(hdf5_group_open(path, file, "run", &group), OK);
  H5Gclose(group);
  H5Fclose(file);
}

/* ---- plugins ---- */

static void no_plugin_is_loaded(void) {
  Hdf5Errors kept;
  hid_t file;
  unsigned kinds = 0;
  H5PLset_loading_state(H5PL_ALL_PLUGIN);
  H5PLget_loading_state(&kinds);
  const unsigned before = kinds;
  CU_ASSERT_NOT_EQUAL(before, 0);
  file_make(false, false);
  hdf5_errors_keep(&kept);
  CU_ASSERT_EQUAL_FATAL(hdf5_file_open(path, &file), OK);
  H5PLget_loading_state(&kinds);
  CU_ASSERT_EQUAL(kinds, 0);
  H5Fclose(file);
  hdf5_errors_restore(&kept); /* a caller of the library loads plugins again */
  H5PLget_loading_state(&kinds);
  CU_ASSERT_EQUAL(kinds, before);
}

/* ---- a link in the place of a file that is being written ---- */

static off_t bytes_of(const char *name) {
  struct stat info = {0};
  CU_ASSERT_EQUAL(stat(name, &info), 0);
  return info.st_size;
}

static void victim_make(void) {
  FILE *out = fopen(victim, "w");
  CU_ASSERT_PTR_NOT_NULL_FATAL(out);
  fputs("somebody's text\n", out);
  fclose(out);
}

/* HDF5 opens the file that was made, and not what has its name by now. */
static void link_instead_of_the_file(void) {
  char name[PATH_MAX];
  victim_make();
  const off_t before = bytes_of(victim);
  const int fd = temporary_create(path, name);
  CU_ASSERT_FATAL(fd >= 0);
  CU_ASSERT_EQUAL(unlink(name), 0);
  CU_ASSERT_EQUAL(symlink(victim, name), 0);
  hdf5_quiet();
  const hid_t file = hdf5_file_create(fd, name);
  if (file >= 0) H5Fclose(file);
  CU_ASSERT_EQUAL(bytes_of(victim), before);
  close(fd);
  unlink(name);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(root_behind_a_filter),     TEST(group_behind_a_filter),
                                      TEST(group_without_filters),    TEST(no_plugin_is_loaded),
                                      TEST(link_instead_of_the_file), {NULL, NULL}};
  if (!mkdtemp(folder)) return 1;
  snprintf(path, sizeof path, "%s/a.h5", folder);
  snprintf(victim, sizeof victim, "%s/victim", folder);
  hdf5_quiet();
  H5Zregister(&passing);
  const int result = harness_run("foreign", tests);
  unlink(path);
  unlink(victim);
  rmdir(folder);
  return result;
}
