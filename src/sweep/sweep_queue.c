/* The counter from which groups take their units: see sweep_state.h. No rank hands out work. */
#include "sweep_state.h"

enum { WORD_NEXT, WORD_STOP, WORDS };

Status queue_open(const Comm *comm, Queue *queue) { return shared_words_open(comm, WORDS, &queue->words); }
void queue_close(Queue *queue) { shared_words_close(&queue->words); }

uint64_t queue_take(Queue *queue) { return (uint64_t)shared_word_add(&queue->words, WORD_NEXT, 1); }
SweepEnd queue_stopped(Queue *queue) { return (SweepEnd)shared_word_get(&queue->words, WORD_STOP); }

/* Two ranks that stop at once may both believe to be first: either reason will do. */
void queue_stop(Queue *queue, SweepEnd why) {
  if (queue_stopped(queue) == SWEEP_GOING) shared_word_set(&queue->words, WORD_STOP, why);
}
