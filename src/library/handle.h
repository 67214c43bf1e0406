/* What the handles of include/cordee.h are, and how every call of the library begins and ends.
 *
 * The library is a second face of src/run, beside src/cmd: options go through the command line's parser, searches
 * through run_task, and instances in memory through the checks of the readers of files. */
#ifndef CORDEE_LIBRARY_HANDLE_H
#define CORDEE_LIBRARY_HANDLE_H

#include <cordee.h>
#include "mpi/comm.h"
#include "options/options.h"
#include "problem.h"

enum { NOTE_MAX = 1024 };

struct cordee {
  Comm comm;
  bool open;   /* the communicators are there */
  int threads; /* of OpenMP, as the caller has them; during a call */
  int levels;  /* of OpenMP's regions, of the caller */
  char message[STATUS_MESSAGE_MAX];
  char note[NOTE_MAX]; /* cordee_note */
};

struct cordee_instance {
  Instance *inst;             /* owned */
  char path[OPTION_PATH_MAX]; /* RUN_IN_MEMORY: of none */
  Options options;            /* the problem's, as they were when it was made */
};

/* A call is between call_begin and call_end. It holds the process's lock, and messages are recorded for it alone. */

/* ERR_USAGE: there is no library to call, the call comes from a callback, or not from the thread that MPI allows; the call has ended
 * then. */
Status call_begin(cordee *c);
/* Keeps the message of a failure. Returns the status, for the caller of the library. */
int call_end(cordee *c, Status status);

/* A structure of cordee.h, which begins with its size, into *to (size): a program that was compiled with an older header has fewer members, the
 * others are zeros. `least`: the size that the first header gave it. ERR_USAGE. */
Status struct_copy(const char *name, const void *from, size_t least, size_t size, void *to);

/* The other way: the first bytes of a structure of the library, as many as the caller's *to says it has room for. */
void struct_give(const void *from, size_t size, void *to);

/* Options of texts (cordee.h), parsed as those of `command` with this mask. ERR_USAGE. Local. */
Status words_parse(const char *command, CommandMask mask, const char *const *words, Options *options);
/* That all ranks make the same call, with the same options but for "backend" and "threads", on data of the same digest. ERR_USAGE on all of them: the message
 * has two calls. Collective, before anything else of a call is. */
Status words_same(const Comm *comm, const char *call, const char *const *words, uint64_t digest);
/* That none of these, ended by NULL, was given: `why` ends the message. ERR_USAGE. */
Status words_refuse(const Options *options, const char *const *names, const char *why);

#endif
