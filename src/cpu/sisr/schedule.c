/* See schedule.h. */
#include "schedule.h"

/* Notes what was there, once in a proposal. */
static void visit_note(Part *part, uint16_t v) {
  Visit *const visit = &part->visit[v];
  if (visit->stamp == part->stamp) return;
  visit->stamp = part->stamp;
  part->past[part->visits++] = (VisitChange){v, visit->early, visit->late};
}

void schedule_undo(Part *part) {
  for (int32_t i = 0; i < part->visits; i++) {
    const VisitChange *const past = &part->past[i];
    part->visit[past->node].early = past->early;
    part->visit[past->node].late = past->late;
  }
  part->visits = 0;
}

bool schedule_route(Part *part, uint16_t slot) {
  const Route *const route = &part->route[slot];
  if (!route->size) return true;
  uint16_t last = 0;
  for (uint16_t v = route->first; v; last = v, v = part->node[v].next) {
    visit_note(part, v);
    part->visit[v].early = early_after(part, last, v, part->node[v].before);
    if (part->visit[v].early > part->visit[v].due) return false;
  }
  const Visit *const end = &part->visit[last];
  if (end->early + end->service + part->node[last].after > part->visit[0].due) return false;
  for (uint16_t v = last; v; v = part->node[v].prev)
    part->visit[v].late = late_before(part, v, part->node[v].next, part->node[v].after);
  return true;
}

bool schedule_routes(Part *part, const Proposal *p) {
  for (int32_t i = 0; i < p->slots; i++)
    if (!schedule_route(part, p->slot[i].slot)) return false;
  return true;
}

void schedule_insert(Part *part, uint16_t c) {
  Visit *const visit = &part->visit[c];
  visit_note(part, c);
  visit->early = early_after(part, part->node[c].prev, c, part->node[c].before);
  visit->late = late_before(part, c, part->node[c].next, part->node[c].after);
  for (uint16_t v = part->node[c].next; v; v = part->node[v].next) {
    const int32_t early = early_after(part, part->node[v].prev, v, part->node[v].before);
    if (early == part->visit[v].early) break;
    visit_note(part, v);
    part->visit[v].early = early;
  }
  for (uint16_t v = part->node[c].prev; v; v = part->node[v].prev) {
    const int32_t late = late_before(part, v, part->node[v].next, part->node[v].after);
    if (late == part->visit[v].late) break;
    visit_note(part, v);
    part->visit[v].late = late;
  }
}

void schedule_set(Part *part) {
  const RouteData *data = part->data;
  for (int32_t a = 0; a <= part->m; a++) {
    const int32_t g = part->id[a];
    part->visit[a] =
        (Visit){data->ready[g], data->due[g], data->service_at[g], data->ready[g], data->due[g], 0};
  }
  part->stamp = 1;
  part->visits = 0;
  for (int32_t k = 0; k < part->slots; k++) (void)schedule_route(part, (uint16_t)k);
  part->visits = 0;
}
