/* cordee-ladder: finds the ladder, measures it, prints the message of a failure, exits. A program of its own, so that neither cordee nor its
 * library has published designs. */
#include <string.h>
#include <unistd.h>
#include "ladders.h"
#include "mpi/bind.h"
#include "mpi/program.h"
#include "profile_hint.h"
#include "stack.h"
#include "threads.h"
#include "version.h"

/* The loader calls this before OpenMP reads its variables, as in src/main.c. */
static void begin(int argc, char **argv, char **environment) {
  (void)argc;
  stack_settle(environment);
  program_begin(argv, environment, false);
}
__attribute__((section(".preinit_array"), used)) static void (*const begin_early)(int, char **,
                                                                                  char **) = begin;

static int status_report(Status status, int rank) { return program_report("cordee-ladder", status, rank, 0); }

static bool word_is(const char *word, const char *name) { return strcmp(word, name) == 0; }

static bool help_asked(int argc, char **argv) {
  for (int k = 1; k < argc; k++)
    if (word_is(argv[k], "--help") || word_is(argv[k], "-h")) return true;
  return argc < 2;
}

/* What needs no MPI: the version and pages of the help. *ladder: the one that is named; NULL: none. False: it is to be measured. */
static bool text_printed(int argc, char **argv, const LadderEntry **ladder, Status *status) {
  const Page page = {stdout, PAGE_TEXT};
  const char *const word = argc < 2 ? "" : argv[1];
  *ladder = NULL;
  *status = OK;
  if (word_is(word, "--version")) {
    printf("cordee-ladder %s\n", program_version);
    return true;
  }
  if (argc >= 2 && word[0] != '-') *status = ladder_find(word, ladder);
  if (*status != OK) return true;
  if (*ladder) ladder_options(*ladder);
  if (!help_asked(argc, argv)) {
    if (*ladder && profile_hint_asked(argc, argv)) {
      *status = profile_hint_print(stdout, *ladder, argc, argv);
      return true;
    }
    if (!*ladder)
      *status =
          status_fail(ERR_USAGE, "expected the name of a ladder, found '%s' (cordee-ladder --help)", word);
    return !*ladder;
  }
  if (*ladder)
    ladder_help(&page, *ladder);
  else
    ladders_help(&page);
  return true;
}

typedef struct Words {
  int argc;
  char **argv;
} Words;

static int program_run(void *what) {
  int argc = ((Words *)what)->argc;
  char **argv = ((Words *)what)->argv;
  const LadderEntry *ladder;
  Status status;
  Comm comm;
  if (text_printed(argc, argv, &ladder, &status)) {
    if (status == OK) status = program_flush();
    if (status == OK && argc < 2) return status_exit_code(ERR_USAGE);
    return status_report(status, 0);
  }
  status = program_start(&argc, &argv, &comm);
  if (status != OK) return status_report(status, comm.rank);
  status = comm_agree(&comm, threads_check());
  if (status == OK) status = ladder_measure(ladder, &comm, argc - 1, argv + 1);
  if (status == OK) status = program_flush();
  status = comm_agree(&comm, status);
  const int exit_code = status_report(status, comm.rank);
  comm_close(&comm);
  return exit_code;
}

int main(int argc, char **argv) {
  Words words = {argc, argv};
  program_begin(argv, environ, false); /* where the loader does not know preinit_array */
  return stack_is_small() ? stack_call(program_run, &words) : program_run(&words);
}
