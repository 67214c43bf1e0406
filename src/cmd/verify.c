/* `cordee verify INSTANCE TOUR`: reader and judge, nothing else. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "../io/optima.h"
#include "../io/tour.h"
#include "../io/tsplib.h"
#include "../judge.h"
#include "command.h"
#include "progress.h"

static Status tour_judge(const char *instance_path, const char *tour_path) {
  Instance *inst = NULL;
  int32_t *tour = NULL;
  int64_t cost, best;
  Status status = OK;
  TRY(tsplib_read(instance_path, &inst));
  tour = malloc(inst->n * sizeof *tour);
  if (!tour) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for a tour of %d cities", inst->n);
  TRY_GOTO(tour_read(tour_path, inst->n, tour), cleanup);
  TRY_GOTO(judge_tour(inst, tour, &cost), cleanup);
  TRY_GOTO(optima_find(instance_path, inst->name, &best), cleanup);
  const char *gap = human_gap(cost, best);
  printf("%s: %" PRId64 "%s%s%s, verified\n", inst->name, cost, *gap ? ", gap " : "", gap,
         *gap ? " to the best known" : "");
cleanup:
  free(tour);
  instance_free(inst);
  return status;
}

Status command_verify(const Comm *comm, int argc, char **argv, int *exit_code) {
  (void)exit_code;
  if (argc != 3) FAIL(ERR_USAGE, "verify: expected an instance and a tour file, found %d words", argc - 1);
  return comm_agree(comm, comm->rank == 0 ? tour_judge(argv[1], argv[2]) : OK);
}
