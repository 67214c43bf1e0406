/* Work of the "climb" solver, for estimates of time. */
#include "climb_archipelago.h"

/* A step of a climber takes the time of its moves and of about 2000 more, for any number of cities. */
static double step_work(const Instance *inst, const Plan *plan) {
  return (double)climb_moves(climb_plan(plan)->move, inst->n) + 2000;
}

/* Steps of all climbers: about 1.1 n from a random tour, a few after a kick (measured at 20 to 1000 cities). */
double climb_work_all(const Instance *inst, const Plan *plan) {
  double random = (double)climb_plan(plan)->climbers, kicked = 0, first = (double)plan->islands * plan->epoch;
  if (climb_plan(plan)->restart == RESTART_KICK && random > first) {
    kicked = random - first;
    random = first;
  }
  return (random * 1.1 * inst->n + kicked * 5) * step_work(inst, plan);
}

double climb_work_done(const Instance *inst, const Plan *plan, const Progress *progress) {
  const double moves = (double)climb_moves(climb_plan(plan)->move, inst->n) + 1;
  return (double)progress->moves / moves * step_work(inst, plan);
}

const char *climb_variant(const Plan *plan) { return climb_plan(plan)->move == MOVE_SWAP ? "swap" : ""; }

void climb_enlarge(Plan *plan, uint64_t least) {
  if (climb_plan(plan)->climbers < least) climb_plan_edit(plan)->climbers = least;
}
