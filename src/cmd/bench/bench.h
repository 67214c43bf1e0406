/* The benches: `cordee bench NAME ...`. argv[0] is "bench NAME". Collective. */
#ifndef CORDEE_CMD_BENCH_BENCH_H
#define CORDEE_CMD_BENCH_BENCH_H

#include "cmd/command.h"

Status command_bench_routes(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_bench_bfs(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_bench_price(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_bench_flow(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_bench_batch(const Comm *comm, int argc, char **argv, int *exit_code);

/* --sizes and --instance exclude each other. ERR_USAGE. Local. */
Status bench_instance_check(const Options *options);

#endif
