/* Options of one kind in rounds: with steps given one, with a tolerance as many as it takes, each with twice the steps of the one before. What a round
 * computes at once are options of about as many steps, in their order. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_ROUNDS_H
#define CORDEE_EVALUATOR_LOOKBACK_ROUNDS_H

#include "pricing.h"

/* ---- an order ---- */

enum { ORDER_KEYS = 32 };

/* order: the items of key 0, of key 1 and so on, each key's as they stand; those of key k begin at first[k], and end at first[k + 1]. Keys from ORDER_KEYS
 * on are left out. */
void order_by_key(int threads, uint32_t count, const uint8_t *keys, uint32_t *order,
                  uint32_t first[ORDER_KEYS + 1]);

/* ---- rounds ---- */

typedef struct Round { /* or a part of one: the largest steps are less than twice the least */
  const LookbackOption *options;
  LookbackQuote *quotes;
  const uint32_t *option; /* (count) numbers of options */
  uint32_t count;
  uint32_t steps; /* of all; 0: as each option says, by `own` */
  uint32_t (*own)(const LookbackOption *option);
} Round;

static inline const LookbackOption *round_option(const Round *r, uint32_t k) {
  return &r->options[r->option[k]];
}
static inline LookbackQuote *round_quote(const Round *r, uint32_t k) { return &r->quotes[r->option[k]]; }
static inline uint32_t round_steps(const Round *r, uint32_t k) {
  return r->steps ? r->steps : r->own(round_option(r, k));
}

typedef struct RoundWay {
  bool (*known)(const LookbackOption *option); /* is `closed` its price, which takes no steps? */
  LookbackQuote (*closed)(const LookbackOption *option);
  uint32_t (*steps)(const LookbackOption *option);                         /* without a tolerance */
  Status (*run)(Backend *be, const PricingPlan *plan, const Round *round); /* its quotes */
  uint32_t least, most;                                                    /* steps with a tolerance */
} RoundWay;

/* As pricing_run. */
Status rounds_run(Backend *be, const PricingPlan *plan, const RoundWay *way, uint32_t count,
                  const LookbackOption *options, LookbackQuote *quotes);

#endif
