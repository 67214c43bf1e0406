/* See verify_certificate.h. */
#include "verify_certificate.h"

#include <stdlib.h>
#include "mpi/bcast.h"
#include "mpi/bind.h"
#include "mpi/collect.h"
#include "solver/certify.h"

const Solver *certificate_asked(const Options *options) {
  const Solver *solver;
  for (int k = 0; (solver = solver_at(k)); k++)
    if (solver->certifying && options_given(options, solver->name)) return solver;
  return NULL;
}

Status certificate_check(const Solver *solver, const Problem *problem) {
  if (solver_accepts(solver, problem)) return OK;
  FAIL(ERR_USAGE, "--%s is for solutions of %s, and this instance is one of %s: drop it", solver->name,
       solver->problems[0]->words.title, problem->words.title);
}

/* The best move of this rank's part. */
static Status part_scan(const Comm *comm, Backend *be, const Options *options, const Solver *solver,
                        const Instance *inst, const int32_t *gene, MoveKey *best) {
  Plan plan = {.seed = 0};
  options_settings(options, solver, &plan);
  TRY(backend_require(be->ops, solver->kernels, solver->name));
  return solver->certifying->scan(inst, be, &plan, gene, (uint32_t)comm->rank, (uint32_t)comm->size, best);
}

/* That of all, in *seconds. Collective. */
static Status parts_scan(const Comm *comm, const Options *options, const Solver *solver, const Instance *inst,
                         const int32_t *gene, MoveKey *best, double *seconds) {
  Backend be = {.ops = NULL};
  TRY(rank_bind(comm, option_backends[options->backend], (int)options->threads, &be));
  const double began = clock_s();
  const Status status = comm_agree(comm, part_scan(comm, &be, options, solver, inst, gene, best));
  *seconds = clock_s() - began;
  be.ops->close(&be);
  if (status == OK) comm_least(comm, best->key, MOVE_KEYS);
  return status;
}

/* On every rank, with the solution. */
static Status moves_print(const Comm *comm, const Options *options, const Solver *solver,
                          const Instance *inst, const int32_t *gene, int *exit_code) {
  MoveKey best = {{0}};
  double seconds;
  TRY(parts_scan(comm, options, solver, inst, gene, &best, &seconds));
  if (best.key[0]) *exit_code = EXIT_IMPROVABLE;
  return comm_agree(comm, comm->rank ? OK : solver->certifying->tell(inst, gene, &best, seconds, stdout));
}

Status certificate_print(const Comm *comm, const Options *options, const Solver *solver, Instance *inst,
                         int32_t *gene, int *exit_code) {
  TRY(instance_bcast(comm, &inst));
  const size_t genes = instance_genes(inst);
  int32_t *copy = comm->rank ? malloc(genes * sizeof *copy) : NULL, *own = comm->rank ? copy : gene;
  Status status = comm_agree(comm, own ? OK : status_fail(ERR_MEMORY, "no memory for %zu genes", genes));
  if (status == OK) {
    bytes_bcast(comm, own, genes * sizeof *own, 0);
    status = moves_print(comm, options, solver, inst, own, exit_code);
  }
  free(copy);
  if (comm->rank) instance_free(inst);
  return status;
}
