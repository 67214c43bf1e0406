/* The counter from which groups take their units: see queue.h. */
#include "queue.h"

enum { WORD_NEXT, WORD_STOP, WORD_COUNT, WORDS };

Status queue_open(const Comm *comm, Queue *queue) { return shared_words_open(comm, WORDS, &queue->words); }
void queue_close(Queue *queue) { shared_words_close(&queue->words); }

uint64_t queue_take(Queue *queue) { return (uint64_t)shared_word_add(&queue->words, WORD_NEXT, 1); }
uint64_t queue_taken(Queue *queue) { return (uint64_t)shared_word_get(&queue->words, WORD_NEXT); }
int queue_stopped(Queue *queue) { return (int)shared_word_get(&queue->words, WORD_STOP); }

/* Two ranks that stop at once may both believe to be first: either reason will do. */
void queue_stop(Queue *queue, int why) {
  if (!queue_stopped(queue)) shared_word_set(&queue->words, WORD_STOP, why);
}

void queue_count(Queue *queue, uint64_t more) { shared_word_add(&queue->words, WORD_COUNT, (int64_t)more); }
uint64_t queue_counted(Queue *queue) { return (uint64_t)shared_word_get(&queue->words, WORD_COUNT); }
