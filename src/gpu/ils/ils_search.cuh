/* Local search of one kick by a warp: sequential 3-opt on candidate lists. First each lane takes a t3 and t4
 * of one direction, then the lanes take all t5 of those that may gain. Twin of src/cpu/ils/ils_search.c,
 * contract in src/solver/ils/ils_kernels.h. */
#ifndef CORDEE_GPU_ILS_ILS_SEARCH_CUH
#define CORDEE_GPU_ILS_ILS_SEARCH_CUH

#include "gpu/pick.cuh"
#include "ils_segments.cuh"

enum IlsMetric { ILS_EUCLID, ILS_TABLE, ILS_OTHER };

/* A lane's t3 and t4 from which a 3-opt move may gain. */
struct alignas(16) IlsOpen {
  int32_t gain, city4, position3, place3, position4, place4, lane;
};

struct IlsShared { /* of a warp */
  IlsSegment table[ILS_SEGMENTS];
  IlsOpen open[32];
  int32_t queue[ILS_QUEUE];
};

struct IlsSearch {
  const IlsProblem *problem;
  const int32_t *tour, *position; /* the snapshot */
  IlsShared *shared;
  IlsSegments segments;
  int64_t delta;
  uint32_t head, tail, steps;
};

/* t[0] .. t[5] as positions. */
struct IlsMove {
  int32_t gain, kind, d, t[6];
};
enum { ILS_TWO = 1, ILS_THREE, ILS_CYCLE_NEXT, ILS_CYCLE_OPPOSITE };

template <IlsMetric M> __device__ static int32_t city_distance(const TourProblem &p, int32_t a, int32_t b) {
  if (M == ILS_TABLE) return p.matrix[(size_t)a * p.n + b];
  const double2 from = reinterpret_cast<const double2 *>(p.xy)[a],
                to = reinterpret_cast<const double2 *>(p.xy)[b];
  if (M == ILS_EUCLID) return metric_euc_2d(from.x - to.x, from.y - to.y);
  return metric_distance(p.metric, from.x, from.y, to.x, to.y);
}

__device__ static void search_push(IlsSearch &s, int32_t city) {
  const uint32_t waiting = s.tail - s.head;
  bool there = false;
  for (uint32_t k = s.segments.lane; k < waiting; k += 32)
    there |= s.shared->queue[(s.head + k) % ILS_QUEUE] == city;
  if (__any_sync(ILS_ALL, there) || waiting == ILS_QUEUE) return;
  if (s.segments.lane == 0) s.shared->queue[s.tail % ILS_QUEUE] = city;
  ++s.tail;
  __syncwarp();
}

/* Is place b on the path from a to c, in direction d? */
__device__ static bool on_path(int d, int32_t a, int32_t b, int32_t c) {
  const int32_t from = d ? c : a, to = d ? a : c;
  return from <= to ? from <= b && b <= to : b >= from || b <= to;
}

/* The best move of a lane. Codes are in the order in which equal gains are preferred. */
struct IlsBest {
  int32_t gain, code, kind, position5, position6;
  __device__ void offer(int32_t g, int32_t c, int32_t k, int32_t p5, int32_t p6) {
    if (g > gain || (g == gain && g > 0 && c < code)) {
      gain = g;
      code = c;
      kind = k;
      position5 = p5;
      position6 = p6;
    }
  }
};

/* Each lane takes one t3 and t4: it offers the 2-opt move, and appends its IlsOpen if a 3-opt move may gain.
 * Returns how many did. */
template <IlsMetric M>
__device__ static int32_t search_open(IlsSearch &s, int32_t city1, const IlsLocation &t1,
                                      const IlsLocation &t2, IlsBest &best) {
  const IlsProblem &problem = *s.problem;
  const int32_t lane = s.segments.lane, width = problem.width, within = lane % (2 * width), side = within & 1;
  const int d = lane >= 2 * width;
  const int32_t city2 = s.tour[t2.position];
  const IlsCandidate near2 = problem.candidates[(size_t)city2 * width + within / 2];
  const int32_t g1 = city_distance<M>(problem.tour, city1, city2) - near2.distance;
  bool open = lane < 4 * width && g1 > 0;
  IlsLocation t3 = t1, t4 = t1;
  int32_t gain = 0, city4 = 0;
  if (open) {
    t3 = segments_locate(s.segments, s.position[near2.city]);
    t4 = segments_next(s.segments, t3, side ? d : 1 - d);
    open = side || t4.position != t2.position;
  }
  if (open) {
    city4 = s.tour[t4.position];
    gain = g1 + city_distance<M>(problem.tour, near2.city, city4);
    if (!side) best.offer(gain - city_distance<M>(problem.tour, city4, city1), lane * 64, ILS_TWO, 0, 0);
  }
  const uint32_t all = __ballot_sync(ILS_ALL, open);
  __syncwarp();
  if (open)
    s.shared->open[__popc(all & ((1u << lane) - 1))] = {gain,        city4,    t3.position, t3.place,
                                                        t4.position, t4.place, lane};
  __syncwarp();
  return __popc(all);
}

/* Offers both t6 for candidate k of an open t4 as t5. p2, place2: of t2 in its direction. */
template <IlsMetric M>
__device__ static void search_close(const IlsSearch &s, const IlsOpen &o, int32_t k, int32_t city1,
                                    int32_t p1, int32_t p2, int32_t place2, IlsBest &best) {
  const IlsProblem &problem = *s.problem;
  const int32_t width = problem.width, side = o.lane % (2 * width) & 1, d = o.lane >= 2 * width;
  const IlsCandidate near4 = problem.candidates[(size_t)o.city4 * width + k];
  const int32_t gain = o.gain - near4.distance;
  if (gain <= 0) return;
  const int32_t p5 = s.position[near4.city], code = o.lane * 64 + 1 + 2 * k;
  if (p5 == o.position3 || (!side && p5 == p1)) return;
  const IlsLocation t5 = segments_locate(s.segments, p5);
  const bool inside = on_path(d, place2, t5.place, side ? o.place3 : o.place4);
  if (side && !inside) return;
  for (int way = 0; way < 2; ++way) {
    const IlsLocation t6 = segments_next(s.segments, t5, (inside ? d : 1 - d) ^ way);
    const int32_t city6 = s.tour[t6.position];
    best.offer(gain + city_distance<M>(problem.tour, near4.city, city6) -
                   city_distance<M>(problem.tour, city6, city1),
               code + way, side ? ILS_CYCLE_NEXT + way : ILS_THREE, p5, t6.position);
    if (!side || p5 == p2) return;
  }
}

/* The best move of a city; kind 0: none. */
template <IlsMetric M> __device__ static IlsMove search_find(IlsSearch &s, int32_t city1) {
  const int32_t width = s.problem->width, lane = s.segments.lane;
  const IlsLocation t1 = segments_locate(s.segments, s.position[city1]),
                    t2 = segments_next(s.segments, t1, lane >= 2 * width);
  IlsBest best = {0, 0, 0, 0, 0};
  const int32_t open = search_open<M>(s, city1, t1, t2, best);
  const int32_t p2[2] = {__shfl_sync(ILS_ALL, t2.position, 0), __shfl_sync(ILS_ALL, t2.position, 31)};
  const int32_t place2[2] = {__shfl_sync(ILS_ALL, t2.place, 0), __shfl_sync(ILS_ALL, t2.place, 31)};
  for (int32_t i = lane; i < open * width; i += 32) {
    const IlsOpen &o = s.shared->open[i / width];
    const int d = o.lane >= 2 * width;
    search_close<M>(s, o, i % width, city1, t1.position, d ? p2[1] : p2[0], d ? place2[1] : place2[0], best);
  }
  __syncwarp();
  const int32_t gain = __reduce_max_sync(ILS_ALL, best.gain);
  IlsMove move = {gain, 0, 0, {t1.position, 0, 0, 0, 0, 0}};
  if (gain <= 0) return move;
  const int32_t code = __reduce_min_sync(ILS_ALL, best.gain == gain ? best.code : INT32_MAX);
  const int32_t winner = __ffs(__ballot_sync(ILS_ALL, best.gain == gain && best.code == code)) - 1;
  move.kind = __shfl_sync(ILS_ALL, best.kind, winner);
  move.d = code / 64 >= 2 * width;
  move.t[1] = move.d ? p2[1] : p2[0];
  move.t[4] = __shfl_sync(ILS_ALL, best.position5, winner);
  move.t[5] = __shfl_sync(ILS_ALL, best.position6, winner);
  for (int32_t i = 0; i < open; ++i)
    if (s.shared->open[i].lane == code / 64) {
      move.t[2] = s.shared->open[i].position3;
      move.t[3] = s.shared->open[i].position4;
    }
  return move;
}

__device__ static void search_flip(IlsSearch &s, const IlsMove &move, int from, int to, bool &mirrored) {
  const int32_t i = segments_place(s.segments, move.t[from]), j = segments_place(s.segments, move.t[to]);
  const bool back = (move.d == 1) != mirrored;
  mirrored ^= segments_flip(s.segments, back ? j : i, back ? i : j);
}

__device__ static void search_do(IlsSearch &s, const IlsMove &move) {
  bool mirrored = false;
  switch (move.kind) {
  case ILS_TWO:
    search_flip(s, move, 1, 3, mirrored);
    break;
  case ILS_THREE:
    search_flip(s, move, 1, 3, mirrored);
    search_flip(s, move, 3, 5, mirrored);
    break;
  case ILS_CYCLE_NEXT:
    search_flip(s, move, 1, 2, mirrored);
    search_flip(s, move, 2, 5, mirrored);
    search_flip(s, move, 4, 1, mirrored);
    break;
  default:
    search_flip(s, move, 1, 5, mirrored);
    search_flip(s, move, 4, 2, mirrored);
  }
  segments_join(s.segments);
  s.delta -= move.gain;
#pragma unroll
  for (int i = 0; i < 6; ++i)
    if (i < 4 || move.kind != ILS_TWO) search_push(s, s.tour[move.t[i]]);
}

template <IlsMetric M> __device__ static void search_run(IlsSearch &s) {
  while (s.head != s.tail) {
    const int32_t city = s.shared->queue[s.head++ % ILS_QUEUE];
    for (;;) {
      const IlsMove move = search_find<M>(s, city);
      ++s.steps;
      if (!move.kind) break;
      if (s.segments.count > ILS_SEGMENTS - 3) return;
      search_do(s, move);
    }
  }
}

template <IlsMetric M> __device__ static void search_kick(IlsSearch &s, const IlsDraw &draw) {
  const int32_t q0 = draw.p, q1 = q0 + draw.a, q2 = q1 + draw.b, q3 = q2 + draw.c;
  const int32_t at = s.segments.lane & 6; /* lanes 2 i and 2 i + 1: the cities at either side of cut i */
  const int32_t own = s.tour[pick(at / 2, q0, q1, q2, q3) + (s.segments.lane & 1)];
  int32_t city[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    city[i] = __shfl_sync(ILS_ALL, own, i);
    search_push(s, city[i]);
  }
  segments_kick(s.segments, draw);
  const TourProblem &p = s.problem->tour;
#pragma unroll
  for (int i = 0; i < 8; i += 2) s.delta -= city_distance<M>(p, city[i], city[i + 1]);
  s.delta += city_distance<M>(p, city[0], city[5]) + city_distance<M>(p, city[6], city[3]);
  s.delta += city_distance<M>(p, city[4], city[1]) + city_distance<M>(p, city[2], city[7]);
}

/* See ils_segments_propose of the CPU. */
__device__ static int32_t proposal_write(const IlsSegments &v, int64_t delta, IlsProposal *out) {
  const bool own = v.lane < v.count;
  const int32_t after = v.lane + 1 < v.count ? v.lane + 1 : 0, before = v.lane ? v.lane - 1 : v.count - 1;
  const int32_t low = v.own.low, high = low + v.own.span;
  const int32_t next = __shfl_sync(ILS_ALL, segment_first(v.own), after);
  const int32_t previous = __shfl_sync(ILS_ALL, segment_last(v.own), before & 31);
  const bool back = ils_backward(v.n, low, high, v.own.reversed, previous, next);
  const int32_t enter = back ? ils_end(high, true) : ils_end(low, false),
                leave = back ? ils_end(low, false) : ils_end(high, true);
  const int32_t entered = __shfl_sync(ILS_ALL, enter, after),
                joint = own ? ils_joint(v.n, leave, entered) : -1;
  bool cut = own;
  for (uint32_t joints = __ballot_sync(ILS_ALL, joint >= 0); joints; joints &= joints - 1)
    cut &= high != __shfl_sync(ILS_ALL, joint, __ffs(joints) - 1);
  const int32_t cuts = __popc(__ballot_sync(ILS_ALL, cut));
  if (!cuts) return 0;
  int32_t rank = 0;
  for (int32_t k = 0; k < v.count; ++k) {
    const int32_t other = __shfl_sync(ILS_ALL, cut ? high : INT32_MAX, k);
    rank += other < high;
  }
  if (own) {
    out->enter[v.lane] = enter;
    out->leave[v.lane] = leave;
  }
  if (cut) out->cut[rank] = high;
  if (v.lane == 0) {
    out->delta = delta;
    out->count = v.count;
    out->cuts = cuts;
  }
  return cuts;
}

/* Kick `kick` of the epoch on tour t of that task, or the descent's search of that number. Returns the number
 * of cuts of its proposal; 0: none. */
template <IlsMetric M>
__device__ static int32_t ils_search(IlsSearch &s, const IlsState &state, uint32_t t, const TourTask *task,
                                     const IlsRounds &rounds, uint32_t kick, IlsProposal *out) {
  const int32_t n = s.problem->tour.n;
  int64_t threshold = -1;
  if (rounds.descent) {
    segments_open(s.segments);
    search_push(s, (int32_t)(kick % (uint32_t)n));
  } else if (ils_kicked(&s.problem->tour) >= 5) {
    const IlsDraw draw = ils_draw(task->seed, ils_island(&state, t), ils_member(&state, t), task->epoch, kick,
                                  ils_kicked(&s.problem->tour));
    search_kick<M>(s, ils_kick(&s.problem->tour, draw, s.tour[0], s.tour[1]));
    threshold = ils_threshold(state.scale[t], rounds.temperature, s.problem->quantile[draw.acceptance]);
  } else {
    return 0;
  }
  search_run<M>(s);
  if (s.delta > threshold) return 0;
  segments_join(s.segments);
  return proposal_write(s.segments, s.delta, out);
}

#endif
