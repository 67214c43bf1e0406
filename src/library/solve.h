/* One search: the library's side of src/run, as src/cmd/solve.c is the command line's. */
#ifndef CORDEE_LIBRARY_SOLVE_H
#define CORDEE_LIBRARY_SOLVE_H

#include "result.h"

/* What watches a run on rank 0. */
typedef struct Watch {
  const cordee_solving *how;
  cordee_result *result;
  Status status; /* of the result */
  char note[NOTE_MAX];
} Watch;

typedef struct Search {
  const cordee_instance *instance;
  const char *checkpoint; /* to resume; NULL: none */
  const void
      *bytes; /* (count) of the checkpoint, on rank 0: `checkpoint` is then a file in memory, of no name */
  size_t count;
  bool in_memory;
  const char *const *words;
  const cordee_solving *how;
} Search;

/* A caller's structure, of an older header too, or NULL, in full. ERR_USAGE. Local. */
Status solving_copy(const cordee_solving *how, cordee_solving *all);

/* The options of a search as texts say; those of the problem are the instance's. ERR_USAGE. Local. */
Status search_words(const char *const *words, bool resume, Options *options);
Status search_of_instance(const cordee_instance *instance, Options *options);

/* Runs it. watch->result is set where something was found, on rank 0, whatever the status. Collective. */
Status search_run(const Comm *comm, const Search *search, const cordee_solving *how, const Options *options,
                  Watch *watch);

#endif
