/* What the tests/mpi_checkpoint_*.c share: a folder for their files, checkpoints that are easy to predict,
 * and looks at the bytes. Every rank runs every test; `comm` is ranks_harness.h's. */
#ifndef CORDEE_TESTS_CHECKPOINTING_H
#define CORDEE_TESTS_CHECKPOINTING_H

#include "io/checkpoint.h"
#include "mpi/ring.h"
#include "ranks_harness.h"

enum { SAMPLE_CITIES = 5, SAMPLE_HISTORY = 2, SAMPLE_LEGS = 3, SAMPLE_ISLANDS = 8, SAMPLE_BEST = -7542 }; /* at most */
extern int32_t checkpointing_tour[SAMPLE_CITIES]; /* what every sample holds */
extern HistoryRow checkpointing_history[SAMPLE_HISTORY];
extern int64_t checkpointing_champion[SAMPLE_HISTORY * SAMPLE_ISLANDS];
extern uint32_t checkpointing_origin[SAMPLE_HISTORY * SAMPLE_ISLANDS];
extern LegRow checkpointing_legs[SAMPLE_LEGS];
extern ThroughputRow checkpointing_throughput[SAMPLE_LEGS];

/* ranks_harness_run, then removes the folder. */
int checkpointing_run(int *argc, char ***argv, const char *suite, const HarnessTest *tests);

/* The file `name` of the tests' folder, the same on all ranks; "." is the folder. Static storage: valid until
 * the 16th next call. Collective at the first call, which makes the folder. */
char *checkpointing_path(const char *name);

/* The kept message is the same on every rank and contains `part`; clears it. Collective. */
int message_says(const char *part);

/* The rows of `span`: every type in both groups, `columns` wide or vectors, none for some islands; their
 * values depend on island, row, column and salt only. The caller frees it. */
FieldSet sample_fields(Span span, size_t columns, uint64_t salt);
CheckpointMeta sample_meta(uint32_t islands);

/* A checkpoint of `islands`, each rank of `group` holding its span of the ring; only rank 0 has what rank 0
 * is asked for. ERR_INTERNAL: the size returned is not the file's. Collective over group. */
Status sample_save(MPI_Comm group, const char *path, uint32_t islands, size_t columns, uint64_t salt);

/* Reading `span` from `path` finds exactly sample_fields. Local. */
int sample_found(const char *path, Span span, size_t columns, uint64_t salt);

/* Contents, up to 4 MiB, followed by zeros; the caller frees them. *bytes is 0 if there is no file. Local. */
char *file_slurp(const char *path, size_t *bytes);
int file_holds(const char *path, const char *data, size_t bytes); /* exactly these */
int file_absent(const char *path);

/* Makes `path` hold exactly these bytes, when every rank has looked; returns when every rank may. Collective.
 */
void file_put(const char *path, const char *data, size_t bytes);

/* checkpoint_check fails with that status, and with the same message, containing `part`, on every rank.
 * Collective. */
int file_refused(const char *path, Status expected, const char *part);

#endif
