/* Memory that the arrays of ils_state.c, ils_crossover.c, ils_elite.c and ils_problem.c will take. Inside
 * "ils". */
#include <stdio.h>
#include "ils_archipelago.h"
#include "ils_proposal.h"
#include "problem/tsp/tsp.h"
#include "search/candidates/tour_image.h"

/* Bytes of candidates with and without distances, and of the distances. */
static uint64_t problem_bytes(const Instance *inst, const IlsPlan *p) {
  const CandidatePlan lists = ils_lists(inst, p);
  const uint64_t n = (uint64_t)tour_nodes(inst), entry = sizeof(int32_t) + sizeof(IlsCandidate);
  const uint64_t distances = tour_by_matrix(inst) ? n * n * sizeof(int32_t) : n * 2 * sizeof(double);
  return bytes_plus(bytes_of(n, (uint64_t)candidate_width(tour_nodes(inst), lists), entry), distances);
}

/* Tours of one island that migrate, if all islands form one population. */
static uint64_t arriving_tours(const Plan *plan) {
  const bool isolated = plan->islands == 1 || ils_plan(plan)->recombination == RECOMBINATION_ISOLATED;
  return ils_plan(plan)->crossover && !isolated ? ils_plan(plan)->group : 0;
}

/* Tours on the backend: population and positions; champions and inboxes; those that leave (ring.h) and arrive; children and elite sets. */
static uint64_t tours_kept(const Plan *plan, uint64_t islands, uint64_t rows) {
  const uint64_t kept =
      bytes_plus(bytes_plus(2 * rows, 2 * arriving_tours(plan)), islands * (plan->islands > 1 ? 2 : 1));
  return ils_plan(plan)->crossover ? bytes_plus(kept, rows + arriving_tours(plan) + islands * ILS_ELITE_MAX)
                                   : kept;
}

/* Bytes that the kernels take at least: for one tour of every island at a time. */
static uint64_t kernels_bytes(const Backend *be, const IlsPlan *p, uint64_t islands, uint64_t n) {
  return bytes_plus(bytes_of(islands, n, be->ops->ils->city_bytes),
                    bytes_of(islands, p->round, sizeof(IlsProposal)));
}

void ils_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out) {
  const IlsPlan *p = ils_plan(plan);
  const uint64_t n = (uint64_t)tour_nodes(inst), islands = span.count, rows = islands * p->group,
                 tour = n * sizeof(int32_t);
  *out = (Memory){.of = ""};
  snprintf(out->of, sizeof out->of, "--islands %u --tours %u%s", plan->islands, p->tours,
           tour_by_matrix(inst) ? " and a matrix of distances" : "");
  if (!islands) return;
  out->host = bytes_plus(bytes_of(rows, 1, sizeof(int64_t) + (p->crossover ? sizeof(RecombineResult) : 0)),
                         bytes_of(n, metric_is_table(tsp_of(inst)->metric) ? n : 1, sizeof(int32_t)));
  if (plan->islands > 1)
    out->host = bytes_plus(out->host, bytes_times(1 + arriving_tours(plan), tour)); /* a migrant */
  out->device = bytes_plus(bytes_times(tours_kept(plan, islands, rows), tour), problem_bytes(inst, p));
  out->device = bytes_plus(out->device, kernels_bytes(be, p, islands, n));
  if (p->crossover)
    out->device =
        bytes_plus(out->device, bytes_of(islands, sizeof(uint32_t), 1ull << recombine_bits((int32_t)n)));
  out->saved = bytes_of(
      (arriving_tours(plan) ? 2 : 1) * rows + islands * (p->crossover ? 1 + ILS_ELITE_MAX : 1), tour, 1);
}
