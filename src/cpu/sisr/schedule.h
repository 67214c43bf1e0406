/* Times of service along a part's routes, where there are time windows. */
#ifndef CORDEE_CPU_SISR_SCHEDULE_H
#define CORDEE_CPU_SISR_SCHEDULE_H

#include "sisr_part.h"

/* The earliest begin of service at `v` right after `prev`. */
static inline int32_t early_after(const Part *part, uint16_t prev, uint16_t v, int32_t travel) {
  const Visit *const before = &part->visit[prev];
  const int32_t arrival = before->early + before->service + travel, ready = part->visit[v].ready;
  return arrival > ready ? arrival : ready;
}

/* The latest begin of service at `v` right before `next`. */
static inline int32_t late_before(const Part *part, uint16_t v, uint16_t next, int32_t travel) {
  const int32_t late = part->visit[next].late - travel - part->visit[v].service, due = part->visit[v].due;
  return late < due ? late : due;
}

/* Is there time for c between prev and next, at distances `there` and `on`? */
static inline bool schedule_keeps(const Part *part, uint16_t prev, uint16_t c, uint16_t next, int32_t there,
                                  int32_t on) {
  const Visit *const visit = &part->visit[c];
  const int32_t t = early_after(part, prev, c, there);
  return t <= visit->due && t + visit->service + on <= part->visit[next].late;
}

/* Times of a slot's route from its links. False: it is late. */
bool schedule_route(Part *part, uint16_t slot);
/* The same of all routes that a proposal has noted. */
bool schedule_routes(Part *part, const Proposal *p);
/* After c was linked, where it keeps windows. */
void schedule_insert(Part *part, uint16_t c);
/* Times as they were before the proposal. */
void schedule_undo(Part *part);
/* Windows, and times of all routes. */
void schedule_set(Part *part);

#endif
