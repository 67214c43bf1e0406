/* The contract of the twins of task trading (src/cpu/trade, src/gpu/trade): same state, same bits. Both run trade_steps.h, a CPU with a
 * team of one thread, a GPU with a block.
 *
 * An island has an assignment. Its step is a round of trades, or a kick if the last rounds gained nothing. No round raises the
 * makespan C. Its target T is the lowest of TRADE_TARGETS values between the bound and C that can be reached. A round has two parts:
 *
 *   machines   Machines are the vertices of a network. Where the linear relaxation splits a task between two machines, its time times the
 *              machine's price (its dual) is the same on both: this priced time is what flows. The source supplies what loads
 *              exceed T by, the sink takes what loads are below T, and an arc to a machine with less load carries the tasks
 *              that cost at most `percent` more there. T can be reached if a maximum flow takes all supply; if no
 *              target can, the highest is used. Then, machine by machine in ascending order of load, and along its arcs in descending
 *              order of flow, tasks move that are no larger than the flow that is left and end at or below T, the largest first. If none
 *              moves along an arc, the exchange of two tasks that saves most priced time is made, if it lowers the load of the
 *              first machine and the second ends at or below T. If nothing moves at all, the percentage is doubled.
 *   chains     A task of the machine with the largest load takes the place of a task of another machine, that one the place of a
 *              third, and so on, up to `depth` tasks. All machines of a chain end at or below T. No machine occurs twice in it,
 *              but the last task may go to the first machine. Of the shortest chains the one is made that raises the priced time of its tasks
 *              least. The search is breadth-first; of the tasks of a layer that may come to a machine, only the shortest there is tried.
 *              T can be reached if there is a chain from the machine with the largest load; then the others above T follow.
 *
 * All numbers that decide are integers, or products of two doubles. Ties: the lowest task, the lowest machine. */
#ifndef CORDEE_SOLVER_TRADE_TRADE_KERNELS_H
#define CORDEE_SOLVER_TRADE_TRADE_KERNELS_H

#include "backend.h"
#include "rng.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  TRADE_NEAR = 8, /* machines that a task goes to in chains and kicks: those where its priced time is least */
  TRADE_TARGETS = 8,       /* C less (C - bound) / 2^k, k = 1 .. 7, and C - 1 */
  TRADE_PERCENT_MOST = 32, /* 1, 2, 4, ..., 32 */
  TRADE_PATIENCE = 4,      /* rounds without a gain before a kick */
  TRADE_DEPTH_MOST = 16
};

/* The priced time of a pair that is not allowed; those of other pairs are at most 2^40. */
#define TRADE_NEVER ((int64_t)1 << 50)

typedef enum TradeNetwork { TRADE_MACHINES = 1, TRADE_CHAINS = 2, TRADE_BOTH = 3 } TradeNetwork;

/* An instance, on the backend. Times are in units of the instance. */
typedef struct TradeTables {
  int32_t tasks, machines;
  int64_t bound;        /* no makespan is less */
  const int64_t *time;  /* (tasks, machines) */
  const int64_t *worth; /* (tasks, machines) priced time, rounded down */
  const double *rate;   /* (machines) priced time of a unit */
  const int32_t
      *near; /* (tasks, TRADE_NEAR) by priced time, of equals the lowest machine first; -1: no more */
} TradeTables;

typedef struct TradeRules {
  uint32_t network; /* TradeNetwork */
  uint32_t depth;   /* tasks of a chain, at most */
  uint32_t kick;    /* tasks that a kick moves */
} TradeRules;

/* An island. All are numbers of one type, since files have them as a matrix. */
typedef struct TradeWalk {
  int64_t cost;  /* makespan of the assignment */
  int64_t best;  /* of the best one */
  int64_t since; /* rounds without a gain; TRADE_PATIENCE: a kick is next */
  int64_t kicks; /* so far */
  int64_t moved; /* tasks that trades have moved */
} TradeWalk;

enum { TRADE_WALK_NUMBERS = sizeof(TradeWalk) / sizeof(int64_t) };

/* Consecutive islands of the ring. Arrays are on the backend. */
typedef struct TradeState {
  uint64_t seed;
  uint32_t first, islands;
  TradeWalk *walk;        /* (islands) */
  int32_t *assignment;    /* (islands, tasks) */
  int32_t *best;          /* (islands, tasks) */
  int64_t *champion_cost; /* (islands) constant in an epoch; COST_NONE: none */
  int32_t *champion;      /* (islands, tasks) */
} TradeState;

typedef struct TradeKernels {
  /* How they run. ERR_DEVICE. */
  Status (*describe)(Backend *be, const TradeTables *tables, uint32_t islands, Description *out);
  /* Every island does `steps` steps. Returns when done. ERR_DEVICE, ERR_MEMORY, ERR_STOPPED. */
  Status (*walk)(Backend *be, const TradeTables *tables, const TradeRules *rules, const TradeState *state,
                 uint32_t steps);
  uint32_t islands; /* that keep such a processor busy: the default */
} TradeKernels;

#ifdef __cplusplus
}
#endif

#endif
