/* Rings of islands of the "ils" solver for tests: instances, plans, epochs, exchanges, and the comparison of what they hold. */
#ifndef CORDEE_TESTS_KICKING_H
#define CORDEE_TESTS_KICKING_H

#include "solver/ils_archipelago.h"

#define KICKING_ALL UINT32_MAX
enum { KICKING_PARTS = 3, KICKING_CASES = 13 };

/* Tours that never meet. */
Plan kicking_plan(uint32_t islands, uint32_t tours, double kicks, uint32_t epoch);
/* Tours that meet, where there are cities enough: two populations, the elders join the second one. */
Plan kicking_plan_meeting(uint32_t islands, uint32_t tours, double kicks);
/* By recombination: the first, or the second, on all islands or apart. */
Plan kicking_plan_kind(Recombination how, uint32_t islands, uint32_t tours, double kicks, uint32_t epoch);
#define KICKING_KINDS(how)                                                                                   \
  Recombination how = RECOMBINATION_EAX;                                                                     \
  how <= RECOMBINATION_APART;                                                                                \
  how++
Plan kicking_complete(const Instance *inst, Plan plan);
int kicking_device(Backend *be, const char *backend, int threads);
/* Every kind of distance, cities that coincide, sizes with one kick a round and with several. */
Instance *kicking_case(int k);
Archipelago *kicking_part(const Instance *inst, Backend *be, const Plan *plan, Span span);
Archipelago *kicking_ring(const Instance *inst, Backend *be, const Plan *plan);
Progress kicking_epoch(Archipelago *a, uint32_t steps);
/* So many slices of a step, or to the epoch's end. */
void kicking_steps(Archipelago *a, uint32_t count);
/* The exchange of a ring in parts, and the next epoch. False: the budget is used up. */
bool kicking_next(Archipelago *const *a, int parts, uint32_t epoch);
Field *kicking_field(FieldSet *fields, const char *name);
FieldSet kicking_saved(Archipelago *a);
/* The rows of `span` of fields that hold those of all islands. */
FieldSet kicking_rows(const FieldSet *all, const Plan *plan, Span span);
void kicking_check_fields(const FieldSet *left, const FieldSet *right, const char *what);
/* The state of `part` is that of its islands in `whole`. */
void kicking_check_part(Archipelago *whole, Archipelago *part, const char *what);

#endif
