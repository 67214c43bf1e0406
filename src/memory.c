/* See memory.h. */
#include "memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "c_locale.h"

uint64_t bytes_plus(uint64_t a, uint64_t b) {
  uint64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? BYTES_MANY : sum;
}

uint64_t bytes_times(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? BYTES_MANY : product;
}

uint64_t bytes_of(uint64_t rows, uint64_t columns, size_t bytes) {
  return bytes_times(bytes_times(rows, columns), bytes);
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }
static uint64_t less(uint64_t all, uint64_t used) { return used < all ? all - used : 0; }

/* ---- what is available ---- */

/* The number after `key` in a file of lines "key number"; key "": its first number. BYTES_MANY: none, or "max". */
static uint64_t number_read(const char *path, const char *key) {
  char line[256];
  unsigned long long number, found = BYTES_MANY;
  FILE *file = fopen(path, "r");
  if (!file) return BYTES_MANY;
  const size_t length = strlen(key);
  while (found == BYTES_MANY && fgets(line, sizeof line, file))
    if (strncmp(line, key, length) == 0 && c_sscanf(line + length, "%llu", &number) == 1) found = number;
  fclose(file);
  return found;
}

static uint64_t group_number(const char *group, const char *file, const char *key) {
  char path[1200];
  snprintf(path, sizeof path, "/sys/fs/cgroup%s/%s", group, file);
  return number_read(path, key);
}

/* What a cgroup's limit leaves. Inactive pages of files count as available: the kernel drops them first. */
static uint64_t group_free(const char *group, const char *limit, const char *used) {
  const uint64_t all = group_number(group, limit, "");
  if (all == BYTES_MANY) return BYTES_MANY;
  const uint64_t now = group_number(group, used, ""),
                 files = group_number(group, "memory.stat", "inactive_file ");
  return less(all, less(now, files == BYTES_MANY ? 0 : files));
}

/* The minimum over a group and its parents: version 2 of cgroups. Truncates `group`. */
static uint64_t groups_free(char *group) {
  uint64_t free = BYTES_MANY;
  for (char *slash = group; slash; *slash = 0) {
    free = least(free, group_free(group, "memory.max", "memory.current"));
    slash = strrchr(group, '/');
    if (!slash) break;
  }
  return free;
}

/* Version 2: "0::/system.slice/job". Version 1: a hierarchy of its own; inside a container its top has the container's limit. */
static uint64_t cgroup_free(void) {
  char line[1024];
  uint64_t free = group_free("/memory", "memory.limit_in_bytes", "memory.usage_in_bytes");
  FILE *file = fopen("/proc/self/cgroup", "r");
  while (file && fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = 0;
    if (strncmp(line, "0::/", 4) == 0) free = least(free, groups_free(line + 3));
  }
  if (file) fclose(file);
  return free;
}

uint64_t memory_free(void) {
  const uint64_t kilobytes = number_read("/proc/meminfo", "MemAvailable:");
  return least(kilobytes == BYTES_MANY ? BYTES_MANY : bytes_times(kilobytes, 1024), cgroup_free());
}

uint64_t memory_allowed(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return BYTES_MANY;
  const uint64_t pages = number_read("/proc/self/statm", "");
  return less(limit.rlim_cur, pages == BYTES_MANY ? 0 : bytes_times(pages, (uint64_t)sysconf(_SC_PAGESIZE)));
}

/* ---- what is needed ---- */

uint64_t memory_host(const Memory *need, const Backend *be) {
  const uint64_t own = bytes_plus(need->host, need->saved);
  return be->ops->room ? own : bytes_plus(own, need->device);
}

uint64_t memory_device(const Memory *need, const Backend *be) { return be->ops->room ? need->device : 0; }

char *bytes_text(uint64_t bytes, char text[BYTES_TEXT_MAX]) {
  static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  double value = (double)bytes;
  int unit = 0;
  while (value >= 1000 && unit < 6) {
    value /= 1000;
    unit++;
  }
  c_snprintf(text, BYTES_TEXT_MAX, value < 10 && unit ? "%.1f %s" : "%.0f %s", value, units[unit]);
  return text;
}

Status memory_refuse(const Memory *need, uint64_t bytes, uint64_t there, const char *what,
                     const char *where) {
  char much[BYTES_TEXT_MAX], little[BYTES_TEXT_MAX];
  FAIL(ERR_MEMORY, "%s needs %s%s of %s, %s are free on %s: expected less", need->of,
       bytes == BYTES_MANY ? "more than " : "", bytes_text(bytes, much), what, bytes_text(there, little),
       where);
}

static Status host_check(const Memory *need, uint64_t bytes) {
  const uint64_t free = least(memory_free(), memory_allowed());
  char node[256] = "this host";
  gethostname(node, sizeof node - 1);
  return bytes > free ? memory_refuse(need, bytes, free, "memory", node) : OK;
}

static Status device_check(const Memory *need, uint64_t bytes, Backend *be) {
  uint64_t there = BYTES_MANY;
  if (be->ops->room) TRY(be->ops->room(be, &there));
  return bytes > there ? memory_refuse(need, bytes, there, "device memory", be->device_name) : OK;
}

Status memory_check(const Memory *need, Backend *be) {
  TRY(host_check(need, memory_host(need, be)));
  return device_check(need, memory_device(need, be), be);
}

Status memory_host_check(const char *of, uint64_t bytes) {
  Memory need = {.host = bytes};
  snprintf(need.of, sizeof need.of, "%s", of);
  return host_check(&need, bytes);
}

Status memory_claim(const char *file, uint64_t bytes, const char *what, ...) {
  enum { SMALL = 16 << 20 };
  char said[256], much[BYTES_TEXT_MAX], little[BYTES_TEXT_MAX], node[256] = "this host";
  va_list args;
  if (bytes < SMALL) return OK;
  const uint64_t free = least(memory_free(), memory_allowed());
  if (bytes <= free) return OK;
  va_start(args, what);
  c_vsnprintf(said, sizeof said, what, args);
  va_end(args);
  gethostname(node, sizeof node - 1);
  FAIL(ERR_MEMORY, "%s: %s needs %s%s of memory, %s are free on %s: expected less", file, said,
       bytes == BYTES_MANY ? "more than " : "", bytes_text(bytes, much), bytes_text(free, little), node);
}

Status memory_device_check(const char *of, uint64_t bytes, Backend *be) {
  Memory need = {.device = bytes};
  snprintf(need.of, sizeof need.of, "%s", of);
  return device_check(&need, bytes, be);
}
