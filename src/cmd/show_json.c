/* See show_json.h. */
#include "show_json.h"

#include <string.h>
#include "result_json.h"
#include "solver.h"

const Problem *show_problem(const CheckpointMeta *meta) {
  const Solver *solver = solver_named(meta->solver);
  for (int k = 0; solver && k < SOLVER_PROBLEMS && solver->problems[k]; k++)
    if (strstr(meta->instance_size, solver->problems[k]->words.items)) return solver->problems[k];
  return solver ? solver->problems[0] : NULL;
}

static void texts_add(json_t *all, const CheckpointMeta *m) {
  json_add(all, "instance", json_foreign(m->instance_name));
  json_add(all, "instance_path", json_foreign(m->instance_path));
  json_add(all, "instance_size", json_foreign(m->instance_size));
  json_add(all, "solver", json_foreign(m->solver));
  json_add(all, "version", json_foreign(m->version));
  json_add(all, "host", json_foreign(m->host));
  json_add(all, "backend", json_foreign(m->backend));
  json_add(all, "device", json_foreign(m->device));
  json_add(all, "created", json_foreign(m->created));
}

static void numbers_add(json_t *all, const CheckpointMeta *m, int64_t best_known) {
  json_add(all, "n", json_integer(m->n));
  json_add(all, "instance_digest", json_key(m->instance_digest));
  json_add(all, "ranks", json_integer(m->ranks));
  json_add(all, "islands", json_integer(m->islands));
  json_add(all, "finished", json_boolean(m->finished));
  json_add(all, "epoch", json_integer(m->epoch));
  json_add(all, "epochs", json_integer(m->epochs == EPOCHS_OPEN ? 0 : m->epochs));
  json_add(all, "searches", json_count(m->searches));
  json_add(all, "moves", json_count(m->moves));
  json_add(all, "elapsed_s", json_rounded(m->elapsed_s, 3));
  json_add(all, "best", json_cost(m->best, m->decimals));
  json_add(all, "best_island", json_integer(m->best_island));
  json_add(all, "best_known", json_cost(best_known > 0 ? best_known : COST_NONE, m->decimals));
}

static json_t *legs_json(const Checkpoint *c) {
  json_t *legs = json_array();
  for (size_t r = 0; r < c->leg_rows; r++) {
    const LegRow *leg = &c->legs[r];
    json_t *one = json_object();
    json_add(one, "leg", json_integer(leg->leg));
    json_add(one, "rank", json_integer(leg->rank));
    json_add(one, "started_s", json_rounded(leg->started_s, 3));
    json_add(one, "host", json_foreign(leg->host));
    json_add(one, "backend", json_foreign(leg->backend));
    json_add(one, "device", json_foreign(leg->device));
    json_add(one, "version", json_foreign(leg->version));
    json_add(one, "started", json_foreign(leg->started));
    json_push(legs, one);
  }
  return legs;
}

json_t *show_json(const Checkpoint *c, int64_t best_known) {
  const CheckpointMeta *m = &c->meta;
  const Problem *problem = show_problem(m);
  json_t *all = json_object();
  texts_add(all, m);
  numbers_add(all, m, best_known);
  json_add(all, "options", json_options(m->options));
  json_add(all, "best_solution", result_solution(problem, c->best_gene, c->best_gene ? (size_t)m->n : 0));
  json_add(all, "legs", legs_json(c));
  json_add(all, "history", result_trace(c->history, c->history_rows, m->decimals));
  return all;
}
