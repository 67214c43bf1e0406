/* Memory: what a plan needs, known before it is taken, and what is available. A process that takes more gets no error: Linux
 * overcommits, and kills processes when pages run out. */
#ifndef CORDEE_MEMORY_H
#define CORDEE_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include "backend.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BYTES_MANY UINT64_MAX /* more than can be counted, or unknown */

/* Bytes that an archipelago takes, within a few per cent (Solver.needs): never too many, so what fits is not refused. */
typedef struct Memory {
  uint64_t host;   /* on the host */
  uint64_t device; /* on the backend, which for "cpu" is the host */
  uint64_t saved;  /* on the host while a checkpoint is written */
  char of[96];     /* the options that decide it: "--islands 1000000, --tours 300" */
} Memory;

/* Saturate at BYTES_MANY instead of overflowing. */
uint64_t bytes_plus(uint64_t a, uint64_t b);
uint64_t bytes_times(uint64_t a, uint64_t b);
/* rows x columns x bytes. */
uint64_t bytes_of(uint64_t rows, uint64_t columns, size_t bytes);

/* Bytes available on this host for new processes: MemAvailable, and what the limits of this process's cgroups leave. BYTES_MANY:
 * unknown. Local. */
uint64_t memory_free(void);
/* What this process may still take by its own limit (ulimit -v). BYTES_MANY: no limit. */
uint64_t memory_allowed(void);
/* All that `need` takes on the host, and on a device other than the host. */
uint64_t memory_host(const Memory *need, const Backend *be);
uint64_t memory_device(const Memory *need, const Backend *be);

/* "812 GB", into text. */
enum { BYTES_TEXT_MAX = 32 };
char *bytes_text(uint64_t bytes, char text[BYTES_TEXT_MAX]);

/* ERR_MEMORY if `bytes` for `of` are more than this process may have on its host, or more than are free on the backend's device (never if it
 * has none of its own): "a graph of 10 vertices needs 812 GB of memory, 23 GB are free on NODE: expected less". */
Status memory_host_check(const char *of, uint64_t bytes);
Status memory_device_check(const char *of, uint64_t bytes, Backend *be);
/* ERR_MEMORY if this process may not have the `bytes` that a reader needs for what `file` says or holds: "a.tsp: DIMENSION 2000000000 needs 32
 * GB of memory, 23 GB are free on NODE: expected less". Every reader asks before it takes what a size or a header claims. Small amounts
 * are not looked at. Local. */
Status memory_claim(const char *file, uint64_t bytes, const char *what, ...)
    __attribute__((format(printf, 3, 4)));
/* ERR_MEMORY if this process alone needs more than there is: "--islands 1000000 --tours 300 needs 812 GB of memory, 23 GB are free on
 * NODE: expected less". Local; src/run/node_memory.c adds up the ranks of a node. */
Status memory_check(const Memory *need, Backend *be);
/* Its message. what: "memory", "GPU memory"; where: the node, or the device. */
Status memory_refuse(const Memory *need, uint64_t bytes, uint64_t there, const char *what, const char *where);

#ifdef __cplusplus
}
#endif
#endif
