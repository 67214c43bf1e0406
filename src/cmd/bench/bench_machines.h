/* What benches measure on: a device and, beside a GPU, all cores of its host. Local. */
#ifndef CORDEE_CMD_BENCH_BENCH_MACHINES_H
#define CORDEE_CMD_BENCH_BENCH_MACHINES_H

#include "cmd/command.h"

typedef struct BenchMachines {
  Backend device, host; /* host.ops NULL: the device is the host */
} BenchMachines;

/* The device that --backend names, and the host beside a GPU. *out is zero; close it whatever is returned. ERR_DEVICE. */
Status bench_machines_open(const Comm *comm, const Options *options, BenchMachines *out);
void bench_machines_close(BenchMachines *m);
/* A line for each. */
void bench_machines_print(const BenchMachines *m);

/* For qsort of doubles, ascending. */
int bench_order(const void *a, const void *b);

#endif
