/* What groups of ranks share while they work: the next unit, the reason to stop, a count. No rank hands out work. */
#ifndef CORDEE_TASKS_QUEUE_H
#define CORDEE_TASKS_QUEUE_H

#include "mpi/shared_words.h"

typedef struct Queue { /* on rank 0, for every rank at any time */
  SharedWords words;
} Queue;

Status queue_open(const Comm *comm, Queue *queue); /* collective; ERR_MEMORY */
void queue_close(Queue *queue);                    /* collective */
uint64_t queue_take(Queue *queue);                 /* the next number: 0, 1, 2, ... Local */
uint64_t queue_taken(Queue *queue);     /* how many numbers were taken, some beyond the last unit. Local */
void queue_stop(Queue *queue, int why); /* for all who ask; the first reason stays. why: not 0. Local */
int queue_stopped(Queue *queue);        /* 0: not stopped. Local */
void queue_count(Queue *queue, uint64_t more); /* adds to the count, 0 at first. Local */
uint64_t queue_counted(Queue *queue);          /* local */

#endif
