/* See threads.h. */
#include "threads.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

static bool chosen(void) { return getenv("OMP_WAIT_POLICY") || getenv("GOMP_SPINCOUNT"); }

/* Started through ld.so by hand, the executable that the kernel knows is ld.so, which does not understand these arguments. */
static bool through_loader(void) { return getauxval(AT_BASE) == 0; }

/* By its path: /proc/self/exe would be the name that ps shows. The variable also marks that this has been done. */
void threads_settle(char **argv) {
  char path[PATH_MAX];
  if (chosen() || through_loader() || setenv("GOMP_SPINCOUNT", THREADS_SPIN, 0) != 0) return;
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) return;
  path[length] = 0;
  execv(path, argv);
}
