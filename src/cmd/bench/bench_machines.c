/* See bench_machines.h. */
#include "bench_machines.h"

#include <stdio.h>
#include "mpi/bind.h"
#include "text.h"

static Status backend_open(const Comm *comm, const Options *options, const char *name, Backend *be) {
  const Status status = rank_bind(comm, name, (int)options->threads, be);
  if (status != OK) be->ops = NULL;
  return status;
}

Status bench_machines_open(const Comm *comm, const Options *options, BenchMachines *out) {
  TRY(backend_open(comm, options, option_backends[options->backend], &out->device));
  return out->device.ops == &backend_cpu ? OK : backend_open(comm, options, "cpu", &out->host);
}

void bench_machines_close(BenchMachines *m) {
  if (m->device.ops) m->device.ops->close(&m->device);
  if (m->host.ops) m->host.ops->close(&m->host);
}

void bench_machines_print(const BenchMachines *m) {
  printf("%s: %s\n", m->device.ops->name, text_line(m->device.device_name));
  if (m->host.ops) printf("%s: %s\n", m->host.ops->name, text_line(m->host.device_name));
}

int bench_order(const void *a, const void *b) {
  return *(const double *)a < *(const double *)b ? -1 : *(const double *)a > *(const double *)b;
}
