/* Recombination of large tours on CUDA: twin of src/cpu/eax/recombine_large.c, contract in
 * src/search/eax/recombine_kernels.h.
 *
 * All blocks work on all pairs at once. The edges that differ are numbered on over the pairs, and so are the cycles; a warp tests a
 * cycle; a sum over all positions tells which moves cross; the segments of each child are ranked by pointer jumping. Numbers that
 * depend on the order in which threads run (what gains, cuts) are sorted, or do not matter. */
#include "large_apply.cuh"
#include "large_call.cuh"
#include "large_sets.cuh"
#include "recombine_large.h"

/* ---- cycles ---- */

/* Finds the ends; *entries: of all pairs. */
static Status ends_find(Call *c, int32_t *entries) {
  const int32_t all = (int32_t)c->l.t.pairs * c->l.t.problem.n;
  LAUNCH(c, all, positions_find, c->l);
  LAUNCH(c, all + 1, differs_mark, c->l, all + 1, c->l.unsorted);
  TRY(sums(c, c->l.unsorted, c->l.scan, all + 1));
  LAUNCH(c, all, ends_take, c->l);
  TRY(read(c, c->l.scan + all, 1, entries));
  LAUNCH(c, 2 * (int64_t)*entries, partners_find, c->l, 2 * *entries);
  LAUNCH(c, 2 * (int64_t)*entries, jumps_begin, c->l, 2 * *entries);
  return OK;
}

/* Finds the lowest entry of every end's cycle: l.low[*now]. */
static Status lows_find(Call *c, int32_t entries, int *now) {
  *now = 0;
  for (int32_t changed = 1; changed; *now ^= 1) {
    TRY(zero(c, c->l.counter, sizeof *c->l.counter));
    LAUNCH(c, 2 * (int64_t)entries, lows_jump, c->l, 2 * entries, *now);
    TRY(read(c, c->l.counter, 1, &changed));
  }
  return OK;
}

/* Finds the cycles; *cycles: of all pairs. */
static Status cycles_find(Call *c, int32_t entries, int32_t *cycles) {
  Large *l = &c->l;
  int32_t *from = l->jump[0], *taken = l->jump[1], now;
  TRY(lows_find(c, entries, &now));
  LAUNCH(c, entries + 1, lowest_mark, l->low[now], entries, l->unsorted);
  TRY(sums(c, l->unsorted, l->scan, entries + 1));
  TRY(read(c, l->scan + entries, 1, cycles));
  const int32_t rows = *cycles + (int32_t)l->t.pairs;
  TRY(zero(c, l->first, ((size_t)rows + 1) * sizeof *l->first));
  TRY(zero(c, taken, ((size_t)rows + 1) * sizeof *taken));
  LAUNCH(c, entries, cycles_number, *l, entries, now);
  TRY(sums(c, l->first, from, rows + 1));
  LAUNCH(c, entries, members_gather, *l, entries, from, taken);
  LAUNCH(c, 32 * (int64_t)rows, members_sort, *l, rows, from);
  LAUNCH(c, rows, firsts_localize, *l, from);
  return OK;
}

/* ---- gains ---- */

enum { MOVES_BYTES = LARGE_BLOCK / 32 * (int)sizeof(RecombineMove) };

/* A launch of as many warps as run at once. */
template <class Kernel, class... Args> static Status tests_launch(Call *c, Kernel kernel, Args... args) {
  CUDA_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, MOVES_BYTES));
  TRY(zero(c, c->l.counter, sizeof *c->l.counter));
  kernel<<<(unsigned)warps_of(c->sms) * 32 / LARGE_BLOCK, LARGE_BLOCK, MOVES_BYTES, c->stream>>>(c->l,
                                                                                                 args...);
  CUDA_TRY(cudaGetLastError());
  return OK;
}

/* Counts what gains, also in each pair; *count, what was counted before, becomes all. */
static Status gains_counted(Call *c, const LargeGains &gains, int32_t *count) {
  const int32_t before = *count;
  TRY(read(c, gains.count, 1, count));
  LAUNCH(c, *count - before, gains_count, c->l, gains.gain + before, *count - before);
  return OK;
}

/* Grows sets from the cycles [from, end). */
static Status sets_grow(Call *c, const LargeSets &s, int32_t from, int32_t end, const LargeGains &gains) {
  TRY(zero(c, s.count, 2 * sizeof *s.count));
  TRY(tests_launch(c, sets_begin, from, end, gains, s));
  for (int size = 1; size < RECOMBINE_SET; size++) {
    TRY(tests_launch(c, sets_test, s));
    TRY(zero(c, s.count + 1, sizeof *s.count));
    TRY(tests_launch(c, sets_extend, gains, s));
  }
  return OK;
}

static Status sets_find(Call *c, int32_t cycles, const LargeGains &gains) {
  const size_t most = (size_t)std::min<int32_t>(cycles, LARGE_SETS) + 1;
  LargeSets s;
  TRY(own(c, most, &s.set));
  TRY(own(c, most * RECOMBINE_NEAR, &s.test));
  TRY(own(c, 2, &s.count));
  for (int32_t from = 0; from < cycles; from += LARGE_SETS)
    TRY(sets_grow(c, s, from, std::min<int32_t>(cycles, from + LARGE_SETS), gains));
  return OK;
}

/* Tests cycles, then sets of the pairs where few gain; *count: what gains, sorted in *gain. */
static Status gains_sort(Call *c, int32_t cycles, LargeGain **gain, int32_t *count) {
  LargeGains gains;
  size_t bytes;
  void *scratch;
  TRY(own(c, (size_t)cycles + 1, &gains.gain));
  TRY(own(c, (size_t)cycles + 1, &gains.cycle_gains));
  TRY(own(c, 1, &gains.count));
  TRY(zero(c, gains.count, sizeof *gains.count));
  TRY(zero(c, c->l.pair.gaining, c->l.t.pairs * sizeof *c->l.pair.gaining));
  TRY(tests_launch(c, cycles_test_all, cycles, gains));
  *gain = gains.gain;
  *count = 0;
  TRY(gains_counted(c, gains, count));
  TRY(sets_find(c, cycles, gains));
  TRY(gains_counted(c, gains, count));
  CUDA_TRY(large_gains_sort(NULL, &bytes, *gain, *count, c->stream));
  TRY(own(c, bytes + 1, (char **)&scratch));
  CUDA_TRY(large_gains_sort(scratch, &bytes, *gain, *count, c->stream));
  return OK;
}

/* How many are chosen in each pair. */
static Status chosen_count(Call *c, LargeChosen *x) {
  const size_t pairs = c->l.t.pairs;
  std::vector<int32_t> gaining(pairs), sum(2 * (pairs + 1), 0);
  TRY(read(c, c->l.pair.gaining, pairs, gaining.data()));
  for (size_t i = 0; i < pairs; i++) {
    const int32_t most = (int32_t)(((int64_t)gaining[i] * c->l.t.share + 99) / 100);
    sum[i + 1] = sum[i] + gaining[i];
    sum[pairs + 1 + i + 1] = sum[pairs + 1 + i] + most;
  }
  x->count = sum.back();
  TRY(own(c, sum.size(), &x->gains_first));
  x->first = x->gains_first + pairs + 1;
  CUDA_TRY(cudaMemcpyAsync(x->gains_first, sum.data(), sum.size() * sizeof(int32_t), cudaMemcpyHostToDevice,
                           c->stream));
  CUDA_TRY(cudaStreamSynchronize(c->stream));
  return OK;
}

static Status chosen_make(Call *c, LargeChosen *x) {
  TRY(chosen_count(c, x));
  const size_t count = (size_t)x->count + 1;
  TRY(own(c, count, &x->at));
  TRY(own(c, count, &x->move));
  TRY(own(c, count, &x->state));
  LAUNCH(c, x->count + 1, cuts_count, c->l, *x, c->l.unsorted);
  TRY(sums(c, c->l.unsorted, x->at, x->count + 1));
  TRY(read(c, x->at + x->count, 1, &x->all));
  TRY(own(c, (size_t)x->all + 1, &x->cuts.cut));
  TRY(own(c, 2 * (size_t)x->all + 1, &x->cuts.link));
  TRY(own(c, 2 * (size_t)x->all + 1, &x->cuts.place));
  return tests_launch(c, chosen_test, *x);
}

/* ---- children ---- */

/* Numbers the positions beside cuts: those that the sums are for. */
static Status places_find(Call *c, LargeChosen *x) {
  const int32_t all = (int32_t)c->l.t.pairs * c->l.t.problem.n;
  int32_t *flag = c->l.unsorted;
  TRY(zero(c, flag, ((size_t)all + 1) * sizeof *flag));
  LAUNCH(c, 32 * (int64_t)x->count, places_mark, c->l, *x, flag);
  TRY(sums(c, flag, c->l.scan, all + 1));
  LAUNCH(c, 32 * (int64_t)x->count, places_take, c->l, *x);
  TRY(read(c, c->l.scan + all, 1, &x->places));
  TRY(own(c, (size_t)x->places + 1, &x->step));
  TRY(own(c, (size_t)x->places + 1, &x->sum));
  return zero(c, x->step, (size_t)x->places * sizeof *x->step);
}

static Status labels_sum(Call *c, const LargeChosen &x) {
  size_t bytes = c->l.scratch_bytes;
  CUDA_TRY(device_sums_upto(c->l.scratch, &bytes, (const DeviceKey *)x.step, (DeviceKey *)x.sum, x.places,
                            c->stream));
  return OK;
}

static Status rounds_run(Call *c, LargeChosen *x) {
  TRY(places_find(c, x));
  for (int32_t round = 0; round < RECOMBINE_ROUNDS; round++) {
    LAUNCH(c, 32 * (int64_t)x->count, round_begin, c->l, *x, round);
    TRY(labels_sum(c, *x));
    LAUNCH(c, 32 * (int64_t)x->count, round_judge, c->l, *x);
    TRY(labels_sum(c, *x));
    LAUNCH(c, 32 * (int64_t)x->count, round_drop, c->l, *x);
  }
  return OK;
}

/* Cuts that are applied: their numbers, and the segments between them. */
static Status segments_make(Call *c, const LargeChosen &x, LargeSegments *s) {
  const int32_t all = (int32_t)c->l.t.pairs * c->l.t.problem.n;
  int32_t *flag = c->l.unsorted;
  TRY(zero(c, flag, (size_t)all * sizeof *flag));
  TRY(zero(c, c->l.counter, sizeof *c->l.counter));
  LAUNCH(c, 32 * (int64_t)x.count, cuts_mark, c->l, x, flag);
  TRY(sums(c, flag, c->l.scan, all));
  TRY(read(c, c->l.counter, 1, &s->count));
  TRY(own(c, (size_t)s->count + 1, &s->cut));
  TRY(own(c, 2 * (size_t)s->count + 1, &s->link));
  for (int k = 0; k < 2; k++) {
    TRY(own(c, 2 * (size_t)s->count + 1, &s->next[k]));
    TRY(own(c, 2 * (size_t)s->count + 1, &s->to_end[k]));
  }
  LAUNCH(c, 32 * (int64_t)x.count, segments_link, c->l, x, *s);
  return OK;
}

static Status children_make(Call *c, const LargeChosen &x) {
  LargeSegments s;
  int now = 0;
  LAUNCH(c, c->l.t.pairs, results_begin, c->l);
  TRY(segments_make(c, x, &s));
  LAUNCH(c, s.count, segments_begin, c->l, s);
  for (int64_t reach = 1; reach < s.count; reach *= 2, now ^= 1)
    LAUNCH(c, 2 * (int64_t)s.count, segments_jump, s, now);
  LAUNCH(c, (int64_t)c->l.t.pairs * c->l.t.problem.n, children_write, c->l, s, now);
  CUDA_TRY(cudaStreamSynchronize(c->stream));
  return OK;
}

/* ---- calls ---- */

static Status call_run(Call *c) {
  LargeChosen x = {};
  LargeGain *gain;
  int32_t entries = 0, cycles = 0, gains = 0;
  TRY(ends_find(c, &entries));
  TRY(cycles_find(c, entries, &cycles));
  LAUNCH(c, (int64_t)c->l.t.pairs * c->l.t.problem.n, reaches_find, c->l);
  TRY(gains_sort(c, cycles, &gain, &gains));
  x.gain = gain;
  TRY(chosen_make(c, &x));
  TRY(rounds_run(c, &x));
  return children_make(c, x);
}

static Status chunk_run(Backend *be, const RecombineTask *task, size_t scratch) {
  const size_t n = (size_t)task->problem.n;
  Call c = {be, cuda_state(be)->stream, cuda_state(be)->sms, {}, {}};
  void *workspace;
  TRY(cuda_workspace(be, carve(&c.l, task->pairs, n, c.sms, scratch, NULL), &workspace));
  carve(&c.l, task->pairs, n, c.sms, scratch, (char *)workspace);
  c.l.t = *task;
  const Status status = call_run(&c);
  for (void *dev : c.owned) be->ops->free(be, dev);
  return status;
}

/* As many pairs at once as memory allows; places of all have 31 bits. */
Status recombine_large_cuda(Backend *be, const RecombineTask *task) {
  const size_t n = (size_t)task->problem.n;
  Large l;
  size_t scratch = 0;
  TRY(scratch_need((int32_t)std::min<size_t>(INT32_MAX, (size_t)task->pairs * n + 1), &scratch));
  const size_t each = carve(&l, 64, n, cuda_state(be)->sms, 0, NULL) / 64;
  const size_t most =
      std::max<size_t>(1, std::min<size_t>(cuda_state(be)->memory / 3 / each, (INT32_MAX - 1) / 2 / n));
  for (uint32_t first = 0; first < task->pairs; first += (uint32_t)most) {
    RecombineTask part = *task;
    part.pairs = (uint32_t)std::min<size_t>(most, task->pairs - first);
    part.pair += first;
    part.result += first;
    part.child += first * n;
    TRY(chunk_run(be, &part, scratch));
  }
  return OK;
}
