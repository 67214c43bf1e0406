/* The benches: `cordee bench NAME ...`. argv[0] is "bench NAME". Collective. */
#ifndef CORDEE_CMD_BENCH_BENCH_H
#define CORDEE_CMD_BENCH_BENCH_H

#include "cmd/command.h"

Status command_bench_ladder(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_bench_matching(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_bench_routes(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_bench_bfs(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_bench_price(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_bench_flow(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_bench_heuristics(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_bench_batch(const Comm *comm, int argc, char **argv, int *exit_code);

/* `bench ladder --routes`. csv: NULL, or where the figures go too. Local. */
Status route_ladder_measure(const Options *options, Backend *be, FILE *csv);

/* `bench ladder --colonies`, likewise. */
Status ant_ladder_measure(const Options *options, Backend *be, FILE *csv);

/* `bench ladder --annealing`, likewise. */
Status anneal_ladder_measure(const Options *options, Backend *be, FILE *csv);
/* With at most so many chains. */
Status anneal_ladder_chains(const Options *options, Backend *be, uint32_t most, FILE *csv);

/* --sizes and --instance exclude each other, except for the cities of the ladder. ERR_USAGE. Local. */
Status bench_instance_check(const Options *options);

#endif
