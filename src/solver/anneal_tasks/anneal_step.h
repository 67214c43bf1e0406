/* One step of the annealer of task matching: inline, for both backends, in the same float operations, so that they agree.
 *
 * A random task is moved to another of its options. While the change of cost is above -temperature ln u, and at most
 * ANNEAL_MOVES moves: a task of about the overload's size leaves the touched machine whose cost grew most, for the machine
 * relieved most or a random option (an ejection chain: Glover 1996). The first prefix of moves that is acceptable (Metropolis
 * et al. 1953; Kirkpatrick et al. 1983) is made; else nothing is.
 *
 * Words r of a step: r0 the task, its low product the option; r1 low 12 bits u; r2, r3, r1 high 20 bits the moves 2, 3, 4: way 1,
 * width 2, offset 4, chance 6, option 7 bits. */
#ifndef CORDEE_SOLVER_ANNEAL_TASKS_ANNEAL_STEP_H
#define CORDEE_SOLVER_ANNEAL_TASKS_ANNEAL_STEP_H

#include "anneal_kernels.h"

/* for (int i = first; i < end; i++), unrolled: what it indexes can live in registers. */
#ifdef __CUDA_ARCH__
#define ANNEAL_EACH(i, first, end) _Pragma("unroll") for (int i = first; i < end; i++)
#elif defined(__CUDACC__)
#define ANNEAL_EACH(i, first, end) for (int i = first; i < end; i++)
#else
#define ANNEAL_EACH(i, first, end) _Pragma("GCC unroll 8") for (int i = first; i < end; i++)
#endif

enum {
  ANNEAL_TOUCHED = ANNEAL_MOVES + 1,
  ANNEAL_TOWARD = 26 /* of 64: chance to go to the machine relieved most */
};

/* The state of a chain. `used` and `load` are derived from choice. */
typedef struct AnnealChain {
  uint8_t *choice;
  uint32_t *used; /* a bit an entry: its option is the task's present one; one word of padding */
  int32_t *load;  /* (machines) ticks */
  int32_t target, best;
  int32_t over; /* machines with load >= best */
  float temperature, q;
} AnnealChain;

/* The moves of a step so far, and the machines that they touch. All indices are constants, so that it lives in
 * registers. */
typedef struct AnnealMoves {
  int32_t count, touched;
  int32_t task[ANNEAL_MOVES];
  uint32_t from[ANNEAL_MOVES], to[ANNEAL_MOVES];                                 /* options */
  int32_t machine[ANNEAL_TOUCHED], before[ANNEAL_TOUCHED], load[ANNEAL_TOUCHED]; /* -1: none */
  float price[ANNEAL_TOUCHED], cost[ANNEAL_TOUCHED], grown[ANNEAL_TOUCHED];      /* cost before; its change */
} AnnealMoves;

RNG_FN float anneal_cost(float price, float q, int32_t excess) {
  const float x = (float)excess, above = x > 0 ? x : 0;
  return price * x + above * above * q;
}

/* -ln u, u = (2 k + 1) / 2^13 of 12 bits k. The logarithm is linear between powers of two, with an error of up
 * to 0.06. */
RNG_FN float anneal_log(uint32_t bits) {
  union {
    float value;
    int32_t bits;
  } v = {(float)(2 * (int32_t)(bits & 4095) + 1)};
  return 0.69314718f * (13.0f - (float)(v.bits - 0x3f800000) * 0x1p-23f);
}

/* The slot of machine m among those touched; a new one if it is not there. */
RNG_FN int anneal_touch(const AnnealTables *k, const AnnealChain *c, AnnealMoves *v, int32_t m) {
  int at = v->touched;
  ANNEAL_EACH (i, 0, ANNEAL_TOUCHED) at = v->machine[i] == m ? i : at;
  if (at < v->touched) return at;
  const int32_t load = c->load[m];
  const float price = k->price[m], cost = anneal_cost(price, c->q, load - c->target);
  ANNEAL_EACH (i, 0, ANNEAL_TOUCHED)
    if (i == at) {
      v->machine[i] = m;
      v->before[i] = v->load[i] = load;
      v->price[i] = price;
      v->cost[i] = cost;
    }
  v->touched++;
  return at;
}

RNG_FN void anneal_add(const AnnealChain *c, AnnealMoves *v, int at, int32_t time) {
  ANNEAL_EACH (i, 0, ANNEAL_TOUCHED)
    if (i == at) {
      v->load[i] += time;
      v->grown[i] = anneal_cost(v->price[i], c->q, v->load[i] - c->target) - v->cost[i];
    }
}

/* Moves the task of option `from`, on the machine in slot x, to its option `to`. */
RNG_FN void anneal_move(const AnnealTables *k, const AnnealChain *c, AnnealMoves *v, int x, uint32_t from,
                        uint32_t to) {
  const AnnealOption a = k->option[from], b = k->option[to];
  ANNEAL_EACH (i, 0, ANNEAL_MOVES)
    if (i == v->count) {
      v->task[i] = a.task;
      v->from[i] = from;
      v->to[i] = to;
    }
  v->count++;
  const int y = anneal_touch(k, c, v, b.machine);
  anneal_add(c, v, x, -a.time);
  anneal_add(c, v, y, b.time);
}

RNG_FN float anneal_change(const AnnealMoves *v) {
  float sum = 0;
  ANNEAL_EACH (i, 0, ANNEAL_TOUCHED) sum += v->grown[i];
  return sum;
}

/* The first slot whose cost grew most; sign -1: fell most. */
RNG_FN int anneal_extreme(const AnnealMoves *v, float sign) {
  int at = 0;
  float most = sign * v->grown[0];
  ANNEAL_EACH (i, 1, ANNEAL_TOUCHED) {
    const int more = v->machine[i] >= 0 && sign * v->grown[i] > most;
    at = more ? i : at;
    most = more ? sign * v->grown[i] : most;
  }
  return at;
}

RNG_FN int anneal_bit(uint32_t w, int lowest) {
#ifdef __CUDA_ARCH__
  return lowest ? __ffs((int)w) - 1 : 31 - __clz((int)w);
#else
  return lowest ? __builtin_ctz(w) : 31 - __builtin_clz(w);
#endif
}

RNG_FN int anneal_moved(const AnnealMoves *v, int32_t task) {
  int moved = 0;
  ANNEAL_EACH (i, 0, ANNEAL_MOVES) moved |= i < v->count && v->task[i] == task;
  return moved;
}

/* Bits low .. low + 31 of `used`. */
RNG_FN uint32_t anneal_window(const uint32_t *used, int32_t low) {
  const uint64_t pair = (uint64_t)used[(low >> 5) + 1] << 32 | used[low >> 5];
  return (uint32_t)(pair >> (low & 31));
}

/* An option in use on machine m, of a task not moved yet, of a size near `size`: the first one from a random offset onward,
 * within 32 entries. -1: there is none. bits: 7. */
RNG_FN int32_t anneal_find(const AnnealTables *k, const AnnealChain *c, const AnnealMoves *v, int32_t m,
                           float size, uint32_t bits) {
  const int32_t first = k->list[m], end = k->list[m + 1];
  const float b = size * (float)ANNEAL_BUCKETS_UNIT;
  const int32_t bucket = b < (float)(ANNEAL_BUCKETS - 1) ? (int32_t)b : ANNEAL_BUCKETS - 1;
  const int32_t offset = (int32_t)(bits >> 3 & 15 & ((2u << (bits >> 1 & 3)) - 1));
  const int up = (int)(bits & 1);
  int32_t e = k->near[m * ANNEAL_BUCKETS + bucket] + (up ? offset : -offset);
  if (e < first)
    e = first;
  else if (e >= end)
    e = end - 1;
  const int32_t low = up ? e : e - 31, room = up ? end - e : e - first + 1;
  uint32_t w = anneal_window(c->used, low);
  if (room < 32) w &= up ? (1u << room) - 1 : ~0u << (32 - room);
  while (w) {
    const int bit = anneal_bit(w, up);
    const uint32_t option = k->entry[low + bit];
    if (!anneal_moved(v, k->option[option].task)) return (int32_t)option;
    w ^= 1u << bit;
  }
  return -1;
}

/* The option to which the task of option `from` moves. bits: 6 for the chance, 7 for the draw. */
RNG_FN uint32_t anneal_goal(const AnnealTables *k, const AnnealMoves *v, uint32_t from, uint32_t bits) {
  const int32_t task = k->option[from].task;
  const uint32_t start = k->start[task], others = k->start[task + 1] - start - 1;
  if ((bits & 63) < ANNEAL_TOWARD) {
    const int relieved = anneal_extreme(v, -1);
    int32_t m = 0;
    ANNEAL_EACH (i, 0, ANNEAL_TOUCHED) m = i == relieved ? v->machine[i] : m;
    const uint32_t rank = k->rank[(size_t)task * (size_t)k->machines + (size_t)m];
    if (rank != ANNEAL_NONE && start + rank != from) return start + rank;
  }
  const uint32_t to = start + ((bits >> 6 & 127) * others >> 7);
  return to + (to >= from);
}

/* Adds a move of a task away from the machine whose cost grew most; 0: there is none. */
RNG_FN int anneal_eject(const AnnealTables *k, const AnnealChain *c, AnnealMoves *v, uint32_t bits) {
  const int x = anneal_extreme(v, 1);
  int32_t m = 0, more = 0;
  float price = 0;
  ANNEAL_EACH (i, 0, ANNEAL_TOUCHED)
    if (i == x) {
      m = v->machine[i];
      more = v->load[i] - v->before[i];
      price = v->price[i];
    }
  if (more <= 0) return 0;
  const int32_t from = anneal_find(k, c, v, m, (float)more * price, bits);
  if (from < 0) return 0;
  anneal_move(k, c, v, x, (uint32_t)from, anneal_goal(k, v, (uint32_t)from, bits >> 7));
  return 1;
}

/* Stores the moves of the step with random words r in *v; returns their number, 0 if it is rejected. Changes
 * nothing else. */
RNG_FN int anneal_propose(const AnnealTables *k, const AnnealChain *c, philox4x32_ctr_t r, AnnealMoves *v) {
  const uint64_t draw = (uint64_t)r.v[0] * (uint32_t)k->tasks;
  const int32_t task = (int32_t)(draw >> 32);
  const uint32_t start = k->start[task], others = k->start[task + 1] - start - 1,
                 now = start + c->choice[task];
  const uint32_t other = start + (uint32_t)((draw & 0xffffffffu) * others >> 32);
  const float limit = c->temperature * anneal_log(r.v[1]);
  v->count = v->touched = 0;
  ANNEAL_EACH (i, 0, ANNEAL_TOUCHED) {
    v->machine[i] = -1;
    v->before[i] = v->load[i] = 0;
    v->price[i] = v->cost[i] = v->grown[i] = 0;
  }
  anneal_move(k, c, v, anneal_touch(k, c, v, k->option[now].machine), now, other + (other >= now));
  ANNEAL_EACH (moves, 1, ANNEAL_MOVES) {
    if (anneal_change(v) <= limit) return moves;
    const uint32_t later = moves == 2 ? r.v[3] : r.v[1] >> 12;
    if (!anneal_eject(k, c, v, moves == 1 ? r.v[2] : later)) return 0;
  }
  return anneal_change(v) <= limit ? ANNEAL_MOVES : 0;
}

RNG_FN void anneal_load(AnnealChain *c, int32_t m, int32_t time) {
  c->over -= c->load[m] >= c->best;
  c->load[m] += time;
  c->over += c->load[m] >= c->best;
}

/* Makes the moves of a proposal. */
RNG_FN void anneal_accept(const AnnealTables *k, AnnealChain *c, const AnnealMoves *v) {
  ANNEAL_EACH (i, 0, ANNEAL_MOVES) {
    if (i >= v->count) break;
    const AnnealOption a = k->option[v->from[i]], b = k->option[v->to[i]];
    c->choice[b.task] = (uint8_t)(v->to[i] - k->start[b.task]);
    c->used[a.entry >> 5] &= ~(1u << (a.entry & 31));
    c->used[b.entry >> 5] |= 1u << (b.entry & 31);
    anneal_load(c, a.machine, -a.time);
    anneal_load(c, b.machine, b.time);
  }
}

/* Words of AnnealChain.used. */
RNG_FN int32_t anneal_words(const AnnealTables *k) { return (k->entries + 31) / 32 + 1; }

#endif
