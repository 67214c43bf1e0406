/* Checkpoints in memory: see checkpoint.h. */
#include "checkpoint.h"

#include <stdlib.h>

uint32_t checkpoint_champions(uint32_t islands) {
  return islands < CHECKPOINT_CHAMPIONS_MAX ? islands : CHECKPOINT_CHAMPIONS_MAX;
}

void checkpoint_free(Checkpoint *c) {
  free(c->best_gene);
  free(c->history);
  free(c->champion);
  free(c->champion_origin);
  free(c->legs);
  free(c->throughput);
  free(c->trace);
  fieldset_free(&c->fields);
  *c = (Checkpoint){0};
}
