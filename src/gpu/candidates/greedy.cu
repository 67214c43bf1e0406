/* Start tours by greedy edge on CUDA: twin of src/cpu/candidates/greedy.c, contract in
 * src/search/candidates/candidate_kernels.h.
 *
 * A batch of members goes through the phases in step, each step one launch for all of them, until the last
 * member has one fragment: a handful of phases, as each leaves about a tenth of the ends. The members' counts
 * stay on the device. The host reads only the largest count: once a phase, and every ROUNDS rounds while a
 * member has many ends. When each member has few, one block per member does the remaining rounds. Kernels are
 * in greedy_device.cuh and greedy_rounds.cuh; tour_walk.cuh turns edges into tours. */
#include "greedy_rounds.cuh"
#include "tour_walk.cuh"
#include "halt.h"

#include "gpu/device_wide.h"
#include <algorithm>

enum {
  FEW = 4096,            /* ends of a member that one block can finish */
  BATCH_MAX = 65535,     /* members: the y of a grid */
  BATCH_BYTES = 1 << 30, /* bytes of a batch, unless one member needs more: enough to fill any device */
  THREADS_SM = 2048      /* resident threads: blocks get smaller if not all of them would run at once */
};

typedef struct Batch {
  Greedy greedy;
  void *scratch; /* CUB's */
  size_t scratch_bytes;
  unsigned block; /* threads of a member's last rounds */
  cudaStream_t stream;
} Batch;

/* Selects the ends of all members into city, and counts them: cities, numbered through all members, whose second link is none. */
static Status ends_select(const Batch *b, void *scratch, size_t *bytes) {
  const Greedy *g = &b->greedy;
  CUDA_TRY(device_select_negative(scratch, bytes, g->all.link + 1, 2, g->city, g->total,
                                  g->members * g->phase.problem.n, b->stream));
  return OK;
}

static void batch_carve(Carver *carver, Batch *b, int32_t width) {
  Greedy *g = &b->greedy;
  GreedyPhase *p = &g->phase;
  const size_t members = (size_t)g->members, n = members * (size_t)p->problem.n;
  g->member = carver->take<GreedyMember>(members);
  g->left = carver->take<int32_t>((ROUNDS + 1) * members);
  g->total = carver->take<int32_t>(2);
  g->all.link = carver->take<int32_t>(2 * n);
  g->all.other = carver->take<int32_t>(n);
  g->city = carver->take<int32_t>(n);
  g->place = carver->take<int32_t>(n);
  g->active[0] = carver->take<int32_t>(n);
  g->active[1] = carver->take<int32_t>(n);
  g->list = carver->take<int32_t>(n * GREEDY_WIDTH);
  p->row = carver->take<int32_t>(n * (size_t)std::max(width, (int32_t)GREEDY_WIDTH));
  p->other = carver->take<int32_t>(n);
  p->target = carver->take<int32_t>(n);
  p->mate = carver->take<int32_t>(n);
  p->key = carver->take<uint64_t>(n);
  p->open = carver->take<uint8_t>(n);
  p->at = carver->take<uint8_t>(n);
  p->city = g->city;
  if (p->problem.xy) {
    g->xy = carver->take<double2>(n);
    g->space.box = carver->take<CandidateBox>(members * (size_t)g->boxes);
  }
  b->scratch = carver->take<char>(b->scratch_bytes);
}

/* Sets what depends only on the number of members; returns the bytes. */
static Status batch_size(Batch *b, int32_t members, int32_t width, size_t *bytes) {
  Carver count = {};
  b->greedy.members = members;
  b->greedy.boxes = space_levels(&b->greedy.space, b->greedy.phase.problem.n);
  TRY(ends_select(b, NULL, &b->scratch_bytes));
  batch_carve(&count, b, width);
  *bytes = count.bytes;
  return OK;
}

static dim3 ends_grid(const Batch *b, int32_t ends) {
  return dim3(blocks_for(ends), (unsigned)b->greedy.members);
}

static Status batch_open(Batch *b, Backend *be, int32_t members, int32_t width) {
  size_t bytes;
  void *base;
  Greedy *g = &b->greedy;
  const int64_t sms = cuda_state(be)->sms;
  TRY(batch_size(b, members, width, &bytes));
  TRY(cuda_workspace(be, bytes, &base));
  Carver carver = {(char *)base, 0};
  batch_carve(&carver, b, width);
  g->space.city = g->city;
  g->space.xy = g->phase.problem.xy ? (const double *)g->xy : NULL;
  for (b->block = BLOCK_MAX; b->block > THREADS && b->block * (int64_t)members > sms * THREADS_SM;)
    b->block /= 2;
  CUDA_TRY(cuda_launch(members_clear, ends_grid(b, g->phase.problem.n), THREADS, 0, b->stream, *g));
  return OK;
}

/* Runs a kernel with a thread per member that counts ends; *most becomes the largest count. */
static Status members_count(Batch *b, void (*kernel)(Greedy), int32_t *most) {
  int32_t *dev = b->greedy.total + 1;
  CUDA_TRY(cudaMemsetAsync(dev, 0, sizeof *dev, b->stream));
  CUDA_TRY(cuda_launch(kernel, blocks_for(b->greedy.members), THREADS, 0, b->stream, b->greedy));
  CUDA_TRY(cudaMemcpyAsync(most, dev, sizeof *most, cudaMemcpyDeviceToHost, b->stream));
  CUDA_TRY(cudaStreamSynchronize(b->stream));
  return OK;
}

static Status phase_enter(Batch *b, int32_t most) {
  CUDA_TRY(cuda_launch(places_make, ends_grid(b, most), THREADS, 0, b->stream, b->greedy));
  CUDA_TRY(cuda_launch(ends_enter, ends_grid(b, most), THREADS, 0, b->stream, b->greedy));
  return OK;
}

/* Lists the ends nearest to each end; not in the first phase. */
static Status phase_lists(Batch *b, int32_t most) {
  Greedy *g = &b->greedy;
  if (g->first) return OK;
  g->phase.width = GREEDY_WIDTH;
  g->phase.list = g->list;
  space_levels(&g->space, most);
  for (int32_t level = 0; g->space.xy && level < g->space.levels; ++level)
    CUDA_TRY(cuda_launch(boxes_level, ends_grid(b, space_count(&g->space, level)), THREADS, 0, b->stream, *g,
                         level));
  CUDA_TRY(cuda_launch(ends_search, ends_grid(b, most), THREADS, 0, b->stream, *g));
  return OK;
}

/* Runs rounds until no member has many ends left. */
static Status rounds_run(Batch *b, int32_t most) {
  while (most > FEW) {
    for (int32_t r = 0; r < ROUNDS; ++r) {
      CUDA_TRY(cuda_launch(ends_propose, ends_grid(b, most), THREADS, 0, b->stream, b->greedy, r));
      CUDA_TRY(cuda_launch(ends_decide, ends_grid(b, most), THREADS, 0, b->stream, b->greedy, r));
      CUDA_TRY(cuda_launch(ends_join, ends_grid(b, most), THREADS, 0, b->stream, b->greedy, r));
    }
    TRY(members_count(b, rounds_turn, &most));
  }
  return OK;
}

/* Takes all edges of the phase that can be taken. */
static Status phase_run(Batch *b, int32_t most) {
  const Greedy &g = b->greedy;
  CUDA_TRY(cuda_launch(rows_make, ends_grid(b, most), THREADS, 0, b->stream, g));
  TRY(rounds_run(b, most));
  CUDA_TRY(cuda_launch(rounds_finish, (unsigned)g.members, b->block, 0, b->stream, g));
  CUDA_TRY(cuda_launch(ends_leave, ends_grid(b, most), THREADS, 0, b->stream, g));
  CUDA_TRY(cuda_launch(members_leave, blocks_for(g.members), THREADS, 0, b->stream, g));
  return OK;
}

/* Runs phases until each member has one fragment, whose ends have been selected then. */
static Status batch_join(Batch *b, int32_t width, const int32_t *list) {
  Greedy *g = &b->greedy;
  g->phase.width = width;
  g->phase.list = list;
  for (g->first = true;; g->first = false) {
    int32_t most;
    TRY(halt_check("greedy tours"));
    TRY(ends_select(b, b->scratch, &b->scratch_bytes));
    TRY(members_count(b, members_enter, &most));
    if (!most) return OK;
    TRY(phase_enter(b, most));
    TRY(phase_lists(b, most));
    TRY(phase_run(b, most));
  }
}

static Status batch_run(Batch *b, int32_t width, const int32_t *list, int32_t *tour) {
  const Greedy &g = b->greedy;
  TRY(batch_join(b, width, list));
  CUDA_TRY(cuda_launch(tours_close, blocks_for(g.members), THREADS, 0, b->stream, g));
  return tours_walk(g.all.link, g.phase.problem.n, g.members, g.phase.row, tour, b->stream);
}

/* Members at a time, in batches of equal size: what the workspace holds or may grow to, which is BATCH_BYTES
 * or half of the free memory. Asking for the free memory takes time, so it is not asked if all members fit
 * already. */
static Status batch_plan(Batch *b, Backend *be, uint32_t count, int32_t width, int32_t *members) {
  size_t one, have = cuda_state(be)->workspace_bytes;
  uint64_t free;
  TRY(batch_size(b, 1, width, &one));
  if (have / one < count) {
    TRY(be->ops->room(be, &free));
    have = std::max(have, std::min((size_t)BATCH_BYTES, (size_t)(free + have) / 2));
  }
  const size_t most = std::min({std::max(have / one, (size_t)1), (size_t)BATCH_MAX,
                                (size_t)INT32_MAX / (size_t)b->greedy.phase.problem.n}),
               batches = (count + most - 1) / most;
  *members = (int32_t)((count + batches - 1) / batches);
  return OK;
}

static Status batches_run(Backend *be, const TourProblem *problem, int32_t width, const int32_t *list,
                          GreedyPlan plan, uint32_t count, int32_t *tour) {
  Batch b = {};
  int32_t members = 1;
  GreedyPhase *p = &b.greedy.phase;
  CandidateSpace *s = &b.greedy.space;
  b.stream = cuda_state(be)->stream;
  p->problem = *problem;
  p->plan = plan;
  s->metric = problem->metric;
  s->matrix = problem->matrix;
  s->n = problem->n;
  TRY(batch_plan(&b, be, count, width, &members));
  for (uint32_t done = 0; done < count; done += (uint32_t)members) {
    b.greedy.done = done;
    TRY(batch_open(&b, be, (int32_t)std::min((uint32_t)members, count - done), width));
    TRY(batch_run(&b, width, list, tour + (size_t)done * (size_t)problem->n));
  }
  return OK;
}

extern "C" Status greedy_cuda(Backend *be, const TourProblem *problem, int32_t width, const int32_t *list,
                              GreedyPlan plan, uint32_t count, int32_t *tour) {
  if (!count) return OK;
  if (problem->n > 1) return batches_run(be, problem, width, list, plan, count, tour);
  CUDA_TRY(cudaMemsetAsync(tour, 0, count * sizeof *tour, cuda_state(be)->stream));
  CUDA_TRY(cudaStreamSynchronize(cuda_state(be)->stream));
  return OK;
}
