/* See threads.h. */
#include "threads.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/* Before main() getenv knows of no variable yet. */
static bool is_set(char **environment, const char *name) {
  const size_t length = strlen(name);
  for (; *environment; environment++)
    if (strncmp(*environment, name, length) == 0 && (*environment)[length] == '=') return true;
  return false;
}

static bool chosen(char **environment) {
  return is_set(environment, "OMP_WAIT_POLICY") || is_set(environment, "GOMP_SPINCOUNT");
}

/* Started through ld.so by hand, the executable that the kernel knows is ld.so, which does not understand these arguments. */
static bool through_loader(void) { return getauxval(AT_BASE) == 0; }

/* A copy with one variable more; NULL: no memory. */
static char **environment_with(char **environment, char *variable) {
  size_t count = 0;
  while (environment[count]) count++;
  char **all = malloc((count + 2) * sizeof *all);
  if (!all) return NULL;
  memcpy(all, environment, count * sizeof *all);
  all[count] = variable;
  all[count + 1] = NULL;
  return all;
}

/* By its path: /proc/self/exe would be the name that ps shows. The variable also marks that this has been done. */
void threads_settle(char **argv, char **environment) {
  static char variable[] = "GOMP_SPINCOUNT=" THREADS_SPIN;
  char path[PATH_MAX];
  if (chosen(environment) || through_loader()) return;
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  char **all = length > 0 ? environment_with(environment, variable) : NULL;
  if (!all) return;
  path[length] = 0;
  execve(path, argv, all);
  free(all);
}
