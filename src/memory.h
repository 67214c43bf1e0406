/* Memory: what a plan needs, told before it is taken, and what there is. A process that takes more than there is gets no error: the
 * kernel gives out pages that it does not have, and later kills whom it likes. */
#ifndef CORDEE_MEMORY_H
#define CORDEE_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include "backend.h"

#define BYTES_MANY UINT64_MAX /* more than can be counted, or not known */

/* Bytes that an archipelago takes, within a few per cent: Solver.needs. Never too many: what fits is not refused. */
typedef struct Memory {
  uint64_t host;   /* of the host, */
  uint64_t device; /* of the backend: which is the host, too, for "cpu"; */
  uint64_t saved;  /* of the host while a checkpoint is written */
  char of[96];     /* the options that it follows from: "--islands 1000000, --tours 300" */
} Memory;

/* They stay at BYTES_MANY rather than start again from 0. */
uint64_t bytes_plus(uint64_t a, uint64_t b);
uint64_t bytes_times(uint64_t a, uint64_t b);
/* rows x columns x bytes. */
uint64_t bytes_of(uint64_t rows, uint64_t columns, size_t bytes);

/* What is free on this host for new processes: MemAvailable, and what the cgroups that this process is in leave of theirs.
 * BYTES_MANY if /proc does not say. Local. */
uint64_t memory_free(void);
/* What this process may still take by its own limit (ulimit -v). BYTES_MANY: there is none. */
uint64_t memory_allowed(void);
/* All that `need` takes of the host, and of a device that is not the host. */
uint64_t memory_host(const Memory *need, const Backend *be);
uint64_t memory_device(const Memory *need, const Backend *be);

/* "812 GB", into text. */
enum { BYTES_TEXT_MAX = 32 };
char *bytes_text(uint64_t bytes, char text[BYTES_TEXT_MAX]);

/* ERR_MEMORY if this process alone needs more than there is: "--islands 1000000 --tours 300 needs 812 GB of memory, 23 GB are free on
 * NODE: expected less". Local; src/run/node_memory.h adds up the ranks of a node. */
Status memory_check(const Memory *need, Backend *be);
/* The message of that. what: "memory", "GPU memory"; where: the node, or the device. */
Status memory_refuse(const Memory *need, uint64_t bytes, uint64_t there, const char *what, const char *where);

#endif
