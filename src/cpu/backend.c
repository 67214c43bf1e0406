/* The CPU backend: memory is host memory, kernels are OpenMP over slots. Twin of src/gpu/backend.cu. */
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "backend.h"
#include "simd.h"

static int cpu_devices(void) { return 1; }

/* "model name" of /proc/cpuinfo, or "CPU". */
static void model_name(char *name, size_t size) {
  snprintf(name, size, "CPU");
  FILE *info = fopen("/proc/cpuinfo", "r");
  if (!info) return;
  char line[256];
  while (fgets(line, sizeof line, info))
    if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
      snprintf(name, size, "%.*s", (int)strcspn(strchr(line, ':') + 2, "\n"), strchr(line, ':') + 2);
      break;
    }
  fclose(info);
}

static Status cpu_open(Backend *be, int device, int threads) {
  be->device = device;
  be->threads = threads > 0 ? threads : omp_get_max_threads();
  char model[64];
  model_name(model, sizeof model);
  snprintf(be->device_name, sizeof be->device_name, "%.56s, %s, %d thread%s", model, simd_name(simd_find()),
           be->threads, be->threads == 1 ? "" : "s");
  return OK;
}

static Status cpu_alloc(Backend *be, size_t bytes, void **dev) {
  (void)be;
  *dev = bytes ? calloc(1, bytes) : NULL;
  if (bytes && !*dev) FAIL(ERR_MEMORY, "no memory for %zu bytes", bytes);
  return OK;
}

static Status cpu_move(Backend *be, void *to, const void *from, size_t bytes) {
  (void)be;
  if (bytes) memcpy(to, from, bytes);
  return OK;
}

static void cpu_free(Backend *be, void *dev) {
  (void)be;
  free(dev);
}

#define FAMILY_CPU(name, Kernels, twins) .name = KERNELS_CPU(name, twins),
const BackendOps backend_cpu = {.name = "cpu",
                                .devices = cpu_devices,
                                .open = cpu_open,
                                .alloc = cpu_alloc,
                                .upload = cpu_move,
                                .download = cpu_move,
                                .copy = cpu_move,
                                .free = cpu_free,
                                .close = backend_states_destroy,
                                KERNEL_FAMILIES(FAMILY_CPU)};
