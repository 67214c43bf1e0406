/* The library as a whole: versions, its use by a communicator, messages, the lock that calls hold, options as texts.
 * See cordee.h. */
#include <cordee.h>
#include <getopt.h>
#include <omp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "c_locale.h"
#include "descriptors.h"
#include "handle.h"
#include "mpi/collect.h"
#include "mpi/comm.h"
#include "mpi/stop.h"
#include "options/options.h"
#include "problem.h"
#include "stack.h"
#include "version.h"

/* ---- options as texts ---- */

/* Options as texts. They become the words of a command line, which its parser reads. */

/* A program may be parsing words of its own. */
typedef struct Getopt {
  int at, quiet, refused;
  char *argument;
} Getopt;

static Getopt getopt_keep(void) { return (Getopt){optind, opterr, optopt, optarg}; }

static void getopt_restore(Getopt kept) {
  optind = kept.at;
  opterr = kept.quiet;
  optopt = kept.refused;
  optarg = kept.argument;
}

static size_t words_count(const char *const *words) {
  size_t count = 0;
  while (words && words[count]) count++;
  return count;
}

static Status word_copy(const char *word, char **out) {
  const char *dashes = strncmp(word, "--", 2) == 0 ? "" : "--";
  if (!word[0] || word[0] == '=' || strcmp(word, "--") == 0)
    FAIL(ERR_USAGE, "expected an option NAME=VALUE, found '%s'", word);
  if (asprintf(out, "%s%s", dashes, word) >= 0) return OK;
  *out = NULL;
  FAIL(ERR_MEMORY, "no memory for options");
}

static Status words_read(const char *command, CommandMask mask, size_t count, const char *const *words,
                         char **argv, Options *options) {
  int first;
  argv[0] = strdup(command);
  if (!argv[0]) FAIL(ERR_MEMORY, "no memory for options");
  for (size_t k = 0; k < count; k++) TRY(word_copy(words[k], &argv[k + 1]));
  const Getopt kept = getopt_keep();
  const Status status = options_parse(options, mask, (int)count + 1, argv, 0, &first);
  getopt_restore(kept);
  return status;
}

Status words_parse(const char *command, CommandMask mask, const char *const *words, Options *options) {
  const size_t count = words_count(words);
  options_default(options);
  if (count == 0) return OK;
  if (count > OPTION_ROWS_MAX)
    FAIL(ERR_USAGE, "expected at most %d options, found %zu", OPTION_ROWS_MAX, count);
  char **argv = calloc(count + 2, sizeof *argv);
  if (!argv) FAIL(ERR_MEMORY, "no memory for options");
  const Status status = words_read(command, mask, count, words, argv, options);
  for (size_t k = 0; k <= count; k++) free(argv[k]);
  free(argv);
  return status;
}

Status words_refuse(const Options *options, const char *const *names, const char *why) {
  for (; *names; names++)
    if (options_given(options, *names)) FAIL(ERR_USAGE, "--%s: %s", *names, why);
  return OK;
}

/* Each rank may have its own. */
static bool is_own(const char *word) {
  static const char *const own[] = {"backend", "threads", NULL};
  for (int k = 0; own[k]; k++) {
    const size_t length = strlen(own[k]);
    if (strncmp(word, own[k], length) == 0 && (word[length] == '=' || !word[length])) return true;
  }
  return false;
}

Status words_same(const Comm *comm, const char *call, const char *const *words, uint64_t digest) {
  char text[SAME_TEXT_MAX];
  if (comm->size == 1) return OK;
  int used = digest ? snprintf(text, sizeof text, "%s of data %016llx", call, (unsigned long long)digest)
                    : snprintf(text, sizeof text, "%s", call);
  uint64_t all = XXH3_64bits(text, (size_t)used);
  for (const char *const *word = words; word && *word; word++) {
    const char *const plain = *word + (strncmp(*word, "--", 2) == 0 ? 2 : 0);
    if (is_own(plain)) continue;
    all = XXH3_64bits_withSeed(plain, strlen(plain) + 1, all);
    if (used < SAME_TEXT_MAX) used += snprintf(text + used, SAME_TEXT_MAX - (size_t)used, " %s", plain);
  }
  return comm_same(comm, "call", all, text);
}

/* ---- context ---- */

/* The library as a whole: versions, its use by a communicator, messages, and the lock that calls hold. See cordee.h. */

#define SAME(code, status) _Static_assert((int)(code) == (int)(status), "cordee.h and status.h agree")
SAME(CORDEE_OK, OK);
SAME(CORDEE_STOPPED, ERR_STOPPED);
SAME(CORDEE_ERR_USAGE, ERR_USAGE);
SAME(CORDEE_ERR_FORMAT, ERR_FORMAT);
SAME(CORDEE_ERR_NO_INPUT, ERR_NO_INPUT);
SAME(CORDEE_ERR_MEMORY, ERR_MEMORY);
SAME(CORDEE_ERR_DEVICE, ERR_DEVICE);
SAME(CORDEE_ERR_IO, ERR_IO);
SAME(CORDEE_ERR_LAUNCHER, ERR_LAUNCHER);
SAME(CORDEE_ERR_START, ERR_START);
SAME(CORDEE_ERR_INTERNAL, ERR_INTERNAL);
SAME(CORDEE_ERR_NO_SOLUTION, ERR_NO_SOLUTION);

/* Messages (status.h), halting (halt.h) and the threads of OpenMP are the process's. */
static pthread_mutex_t calls = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

const char *cordee_version(void) { return program_version; }
int cordee_abi(void) { return CORDEE_ABI; }
const char *cordee_message(const cordee *c) { return c ? c->message : "no memory"; }

const char *cordee_note(const cordee *c) { return c ? c->note : ""; }

static pthread_t caller; /* of the call under way */
static bool calling;

/* ---- a fork ---- */

static bool forked; /* this process is a child of one that used the library */

/* The threads that OpenMP keeps, and those that called, are the parent's. */
static void fork_child(void) {
  forked = true;
  if (!calling || pthread_equal(caller, pthread_self())) return;
  calls = (pthread_mutex_t)PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  calling = false;
}

static void fork_watch(void) { pthread_atfork(NULL, NULL, fork_child); }

/* One thread instead of a wait for those that are not there, whatever number is asked for. */
static void fork_threads(cordee *c) {
  c->levels = omp_get_max_active_levels();
  if (forked) omp_set_max_active_levels(0);
}

/* ---- calls ---- */

/* The message stays that of the call under way. Files that it opens do not land on a closed standard stream. */
static bool call_lock(void) {
  descriptors_fill();
  if (pthread_mutex_lock(&calls) != 0) return false;
  caller = pthread_self();
  calling = true;
  status_clear();
  return true;
}

static int call_refuse(cordee *c) {
  snprintf(c->message, sizeof c->message, "expected no call of the library in a callback of it, found one");
  return ERR_USAGE;
}

static Status call_allowed(const cordee *c) {
  if (!c->open) FAIL(ERR_USAGE, "expected a library whose cordee_init succeeded");
  if (forked && c->comm.size > 1)
    FAIL(ERR_USAGE, "expected a process that MPI started, found one that fork() made: compute in it without "
                    "a communicator");
  if (comm_thread_allowed()) return OK;
  FAIL(ERR_USAGE, "expected a call by the thread that called MPI_Init, as MPI has less than "
                  "MPI_THREAD_SERIALIZED, found one by another");
}

Status call_begin(cordee *c) {
  if (!c) return ERR_USAGE;
  if (!call_lock()) return (Status)call_refuse(c);
  c->message[0] = 0;
  c->note[0] = 0;
  c->threads = omp_get_max_threads();
  fork_threads(c);
  const Status status = call_allowed(c);
  return status == OK ? OK : (Status)call_end(c, status);
}

int call_end(cordee *c, Status status) {
  if (status != OK) snprintf(c->message, sizeof c->message, "%s", status_message());
  status_clear();
  omp_set_num_threads(c->threads);
  omp_set_max_active_levels(c->levels);
  calling = false;
  pthread_mutex_unlock(&calls);
  return (int)status;
}

Status struct_copy(const char *name, const void *from, size_t least, size_t size, void *to) {
  size_t bytes;
  memcpy(&bytes, from, sizeof bytes);
  if (bytes < least || bytes > size)
    FAIL(ERR_USAGE, "bytes: expected the size of a %s, at most %zu, found %zu", name, size, bytes);
  memset(to, 0, size);
  memcpy(to, from, bytes);
  return OK;
}

/* An older caller has room for fewer members. */
void struct_give(const void *from, size_t size, void *to) {
  size_t *const room = to, bytes = *room < size ? *room : size;
  if (bytes < sizeof *room) return;
  memcpy(to, from, bytes);
  *room = bytes;
}

/* Variables of the environment may differ between ranks. */
static Status library_open(const void *comm, cordee *c) {
  if (!c_locale_ready()) FAIL(ERR_MEMORY, "no memory for the C locale");
  TRY(comm_open_within(comm, &c->comm));
  const Status status = comm_agree(&c->comm, stack_check());
  if (status != OK) comm_close_within(&c->comm);
  return status;
}

int cordee_init(const void *comm, cordee **out) {
  static pthread_once_t watched = PTHREAD_ONCE_INIT;
  if (!out) return ERR_USAGE;
  pthread_once(&watched, fork_watch);
  cordee *c = *out = calloc(1, sizeof *c);
  if (!c) return ERR_MEMORY;
  if (!call_lock()) return call_refuse(c);
  c->threads = omp_get_max_threads();
  fork_threads(c);
  const Status status = library_open(comm, c);
  c->open = status == OK;
  return call_end(c, status);
}

void cordee_finalize(cordee *c) {
  if (!c) return;
  if (c->open && call_begin(c) == OK) {
    comm_close_within(&c->comm);
    (void)call_end(c, OK);
  }
  free(c);
}

int cordee_listen(cordee *c) {
  const Status status = call_begin(c);
  if (status != OK) return (int)status;
  stop_listen();
  return call_end(c, OK);
}
