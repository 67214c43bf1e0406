/* Evaluator: tasks that are computed, not searched, as a table of functions: many independent items, a record of fixed size for
 * each, every record exact. The registry is evaluator.c: a line an evaluator.
 *
 * Items are taken in chunks from a queue by the ranks (sweep/evaluate.h) and their records kept column by column
 * (io/columns/columns.h), a few bytes an item. A record depends on its item alone: not on chunks, ranks or backend.
 *
 * What all items share and is too large to be copied with them, such as a graph, is an asset: every rank opens it once, from the
 * same words. */
#ifndef CORDEE_EVALUATOR_H
#define CORDEE_EVALUATOR_H

#include <stdbool.h>
#include <stdio.h>
#include "backend.h"
#include "field.h"
#include "node.h"
#include "option_row.h"
#include "table.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { EVALUATOR_COLUMNS = 16, EVALUATOR_INPUTS = 3, ITEM_MESSAGE_MAX = 504, EVALUATOR_TEXT_MAX = 480 };

typedef struct Column { /* of records */
  const char *name;     /* a plain word, as in the file; NULL ends a list */
  Dtype dtype;
  const char *about; /* for people: "cost, in units of 10^-decimals" */
} Column;

/* All items of a run. The bytes at `data` contain no pointer: rank 0 reads the items, the other ranks get a copy. */
typedef struct Items {
  uint64_t count;
  uint64_t
      digest; /* of all that records depend on, with the content of files that items name, not their names: tells whether a file of records goes on */
  void *data; /* (bytes) owned; release with free */
  size_t bytes;
  void *asset; /* this rank's own, of Evaluator.open; NULL: there is none */
} Items;

typedef struct ItemInput { /* a file that an item is made from */
  const char *path;        /* for people; of the items */
  uint64_t digest;         /* io/file_digest.h */
} ItemInput;

/* Records of items first .. first + count - 1, for the caller to keep. */
typedef struct Records {
  uint64_t first;
  uint32_t count, room;              /* room: of each array, count or more */
  int32_t *code;                     /* (count) 0: the record is valid; else the exit code of its failure */
  char (*message)[ITEM_MESSAGE_MAX]; /* (count) why; "" if it is valid */
  void *column
      [EVALUATOR_COLUMNS]; /* (count) each, in the order of Evaluator.columns; zeros where a record is not valid */
} Records;

/* `cordee NAME`, and what its options mean that the commands of all evaluators have. */
typedef struct EvaluatorCommand {
  const char *arguments, *summary, *help; /* as in Command (cmd/command.h) */
  const char *out, *csv, *check;          /* help of these options */
} EvaluatorCommand;

typedef struct Evaluator {
  const char *name;                                /* also of its command, where it has one */
  const EvaluatorCommand *command;                 /* NULL: it has none of its name */
  const char *item_word, *items_word, *valid_word; /* for people: "solution", "solutions", "verified" */
  const Column *columns;                           /* ended by a NULL name */
  unsigned kernels;                                /* families it needs: FAMILY_BIT(lookback) */

  /* Its settings as options of its command, ended by a NULL name: counts, reals and choices. NULL: none. */
  const OptionRow *options;
  size_t settings_bytes;
  const char
      *single; /* the option that makes one item of the settings, which need no file then; NULL: none does */
  const char *const
      *needed; /* the options without which there is none, in a row ended by NULL; NULL with single */

  /* Are the words one item, which is printed then unless its record is to be kept? NULL: never. */
  bool (*alone)(const char *spec);

  /* What the items that `spec` names share, on this rank: it may lie on the backend, too. Every rank calls it, before items, run and
   * check, which find it in Items.asset. NULL: they share nothing. Collective over the node, whose ranks may have one copy: a rank may return
   * OK with less than it needs if another one has failed. node NULL: local. ERR_NO_INPUT, ERR_FORMAT, ERR_USAGE (settings), ERR_MEMORY,
   * ERR_DEVICE, ERR_STOPPED. */
  Status (*open)(Backend *be, const char *spec, const void *settings, const Node *node, void **asset);
  void (*close)(Backend *be, void *asset); /* NULL allowed as an asset; set if open is */
  /* For people: what an asset is and how long it took. NULL: nothing is said of it. */
  void (*about)(const void *asset, char text[EVALUATOR_TEXT_MAX]);
  /* The items that `spec` names: a file, or what a generator makes; "": the single one of the settings. "file:line: expected ..., found
   * ...". What records depend on of `settings` and of the asset, which out->asset holds before and after, goes into the items and
   * their digest. Call it on one rank. ERR_NO_INPUT, ERR_FORMAT, ERR_USAGE (settings), ERR_MEMORY. */
  Status (*items)(const char *spec, const void *settings, Items *out);
  /* The files of an item, `inputs` of them, where items name files: a file of records keeps their digests, to say which one has changed. */
  int inputs;
  void (*input)(const Items *items, uint64_t item, ItemInput out[EVALUATOR_INPUTS]);
  /* Whether an item that has its record is computed again, for a file that the settings ask for beside it and that is not there. Call it on one
   * rank. NULL: none is. */
  bool (*again)(const void *settings, const Items *items, uint64_t item);
  /* A digest of the asset, which is the same on every rank. NULL: there is no asset. */
  uint64_t (*asset_digest)(const void *asset);
  /* Work of an item, for what ranks take at once, and for rates. Any thread may call it. */
  double (*work)(const Items *items, uint64_t item);
  double work_most;        /* of what a rank takes at once, unless one item is more; 0: no matter */
  double device_work_most; /* the same on a GPU, which wants many items; 0: work_most */
  uint32_t chunk;          /* items that are best computed together: ranks take multiples; 0: no matter */
  const char *work_word;   /* of a rate of 10^9: "Gnodes/s"; NULL: work has no unit */
  /* Fills in records->code, message and columns, which are zeroed. An item that fails is its record; a Status other than OK ends
   * the run: ERR_DEVICE, ERR_MEMORY, ERR_STOPPED. Local. */
  Status (*run)(Backend *be, const Items *items, Records *records);
  /* Whether record k is right, by a recomputation on the host that shares nothing with run. ERR_INTERNAL says what differs.
   * Local. */
  Status (*check)(const Items *items, const Records *records, uint32_t k);
  /* The work that record k tells, for rates, where it is known afterwards only. NULL: `work` says it. */
  double (*worked)(const Records *records, uint32_t k);
  /* For tables: the items' own columns, as text with commas between and behind; `item` UINT64_MAX: their names. NULL: there are none. */
  void (*print)(FILE *out, const Items *items, uint64_t item);
  /* Column k = 0, 1, ... of the items that the file of records keeps as it is, such as names; its owned values are the caller's. An empty
   * name: behind the last. Call it on one rank. ERR_MEMORY. NULL: there are none. */
  Status (*kept)(const Items *items, int k, TableColumn *out);
  /* Sums over the items that this rank has computed, beside their records: whole numbers that the ranks add up, as many on each rank; the caller's.
   * NULL in *out: the settings ask for none. Local. ERR_MEMORY, ERR_DEVICE. NULL: there are none. */
  Status (*sums)(Backend *be, const Items *items, uint64_t **out, uint64_t *count);
  /* What the sums of all ranks come to, to a file that the settings name, and for people. Call it on one rank. ERR_IO, ERR_MEMORY. Set if sums
   * is. */
  Status (*finish)(const Items *items, const uint64_t *sums, char text[EVALUATOR_TEXT_MAX]);
  /* For people: the record of a single item. NULL: there is none. */
  void (*tell)(FILE *out, const Items *items, const Records *records);
} Evaluator;

/* All of them, k = 0, 1, ...; NULL behind the last. */
const Evaluator *evaluator_at(int k);

/* The evaluator of that name; NULL: there is none. */
const Evaluator *evaluator_find(const char *name);

/* What its items share (Evaluator.open; NULL if they share nothing), and the release. */
Status evaluator_open(const Evaluator *evaluator, Backend *be, const char *spec, const void *settings,
                      const Node *node, void **asset);
void evaluator_close(const Evaluator *evaluator, Backend *be, void *asset);
/* Evaluator.items beside that asset. */
Status evaluator_items(const Evaluator *evaluator, const char *spec, const void *settings, void *asset,
                       Items *out);

/* Zeroed records for up to `count` items, and their release. ERR_MEMORY. */
Status records_alloc(const Evaluator *evaluator, uint32_t count, Records *out);
void records_free(Records *records);
/* Zeros all, for items first .. first + count - 1; count is at most what was allocated. */
void records_clear(const Evaluator *evaluator, Records *records, uint64_t first, uint32_t count);
/* Records from..from + count - 1 of them, which stay theirs. */
Records records_part(const Evaluator *evaluator, const Records *records, uint32_t from, uint32_t count);
/* Makes record k that of a failure: its message is the kept one, which is cleared. */
void record_fail(Records *records, uint32_t k, Status status);

#ifdef __cplusplus
}
#endif
#endif
