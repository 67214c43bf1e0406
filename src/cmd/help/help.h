/* The help: what needs no run, no MPI and no file. Local. */
#ifndef CORDEE_CMD_HELP_HELP_H
#define CORDEE_CMD_HELP_HELP_H

#include <stdbool.h>
#include "cmd/command.h"
#include "page.h"
#include "solver.h"
#include "status.h"
#include "suggest.h"

/* ---- command line ---- */

/* Prints the text that the arguments ask for, to standard output; *asked: whether they ask for one. ERR_USAGE: there is no such page,
 * with the nearest one. Also for tools: --options (the rows), --manual [PAGE] (the names of manual pages, or one), --completion (of
 * bash). */
Status help_asked(int argc, char **argv, bool *asked);

/* One page each. */
void help_overview(const Page *page);
void help_methods(const Page *page);
void help_solver(const Page *page, const Solver *solver);
void help_problem(const Page *page, const Problem *problem);

/* The page of a topic, in either case: a command, a method, a problem, "methods" or "exit-codes"; else what is known about a word of the field
 * or an option. ERR_USAGE: nothing. */
Status help_topic(const Page *page, const char *topic);

/* Topics beside the commands, in the order of their tables, k = 0, 1, ...; NULL behind the last. */
const char *help_topic_at(int k);

/* ---- words ---- */

/* Words of the field that are no page's name: "path", "depots", "gps". */

/* Prints what is said about the word, in either case, and the page that says more. False: it is none of them. */
bool help_word(const Page *page, const char *word);
/* Is it one of them? Of several words also one: "distance matrix". */
bool help_word_known(const char *word);
/* All words, for "did you mean ...". */
void help_words_offer(Suggestion *near);

#endif
