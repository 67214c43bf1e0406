/* Pages of methods, of problems, and the list of both, made from the tables of solvers, problems and evaluators: see help.h. */
#include <stdio.h>
#include <string.h>
#include "evaluator.h"
#include "help.h"
#include "problem.h"
#include "version.h"

static bool is_default(const Solver *solver, const Problem *problem) {
  const Solver *first;
  return solver_find("", problem, &first) == OK && first == solver;
}

static void solvers_list(const Page *page, const Problem *problem) {
  const Solver *solver;
  char text[256];
  for (int k = 0; (solver = solver_at(k)); k++) {
    if (!solver_accepts(solver, problem)) continue;
    snprintf(text, sizeof text, "%s%s", solver->title, is_default(solver, problem) ? " (the default)" : "");
    page_item(page, solver->name, text);
  }
}

/* The methods of an evaluator: the words of its option --method, on one line. */
static void evaluator_list(const Page *page, const Evaluator *e) {
  char left[64], text[512] = "";
  for (const OptionRow *row = e->options; e->command && row && row->name; row++) {
    if (strcmp(row->name, "method") != 0) continue;
    for (int k = 0; row->choices[k]; k++)
      snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", k ? ", " : "", row->choices[k]);
    snprintf(left, sizeof left, "cordee %s", e->name);
    page_item(page, left, text);
  }
}

void help_methods(const Page *page) {
  const Evaluator *e;
  char heading[128];
  page_begin(page, "cordee-methods", program_version, "problems and their methods");
  for (int p = 0; problems[p]; p++) {
    snprintf(heading, sizeof heading, "%s (cordee help %s)", problems[p]->words.title, problems[p]->name);
    page_heading(page, heading);
    solvers_list(page, problems[p]);
  }
  page_heading(page, "computed, not searched (--method of these commands)");
  for (int k = 0; (e = evaluator_at(k)); k++) evaluator_list(page, e);
  page_prose(page, "\n`cordee help METHOD` explains a method of `cordee solve` and its options.\n");
}

/* "TSP (the default), functions" */
static void problems_join(const Solver *solver, char *text, size_t size) {
  text[0] = 0;
  for (int k = 0; k < SOLVER_PROBLEMS && solver->problems[k]; k++)
    snprintf(text + strlen(text), size - strlen(text), "%s%s%s", k ? ", " : "",
             solver->problems[k]->words.title,
             is_default(solver, solver->problems[k]) ? " (the default)" : "");
}

/* Names that stand for another method on instances of other problems. */
static void aliases_print(const Page *page, const Solver *solver) {
  const Solver *other;
  char text[256];
  for (int k = 0; (other = solver_at(k)); k++) {
    if (!other->alias || (other != solver && strcmp(other->alias, solver->name) != 0)) continue;
    snprintf(text, sizeof text, "On %s instances --method %s selects %s.\n", other->problems[0]->words.title,
             other->alias, other == solver ? "this method" : other->name);
    page_prose(page, text);
  }
}

/* The problems' options and where the shared ones are. */
static void solver_more(const Page *page, const Solver *solver) {
  char text[512];
  for (int k = 0; k < SOLVER_PROBLEMS && solver->problems[k]; k++)
    if (solver->problems[k]->options) {
      snprintf(text, sizeof text, "how an instance is read: `cordee help %s`", solver->problems[k]->name);
      page_item(page, solver->problems[k]->words.title, text);
    }
  page_item(page, "all methods", "--seed, --time, --threads, --checkpoint and others: `cordee solve --help`");
}

void help_solver(const Page *page, const Solver *solver) {
  char text[1024], list[256];
  snprintf(text, sizeof text, "cordee-%s", solver->name);
  page_begin(page, text, program_version, solver->title);
  if (page->form == PAGE_MANUAL) page_heading(page, "synopsis");
  snprintf(text, sizeof text, "%scordee solve INSTANCE --method %s [OPTIONS]",
           page->form == PAGE_TEXT ? "usage: " : "", solver->name);
  page_line(page, text);
  if (page->form == PAGE_MANUAL) page_heading(page, "description");
  problems_join(solver, list, sizeof list);
  snprintf(text, sizeof text, "\n%s: %s. Problems: %s.\n\n", solver->name, solver->title, list);
  page_prose(page, text);
  page_prose(page, solver->about);
  aliases_print(page, solver);
  snprintf(text, sizeof text, "  cordee solve %s --method %s%s%s\n", solver->problems[0]->words.example,
           solver->name, solver->example[0] ? " " : "", solver->example);
  page_heading(page, "example");
  page_prose(page, text);
  options_help_solver(page, solver);
  page_heading(page, "more options");
  solver_more(page, solver);
}

static void kinds_list(const Page *page, const Generators *generators) {
  for (const GeneratorName *kind = generators->kinds; kind->name; kind++)
    page_item(page, kind->name, kind->help);
  page_prose(page, "`cordee generate --help` lists the options.\n");
}

void help_problem(const Page *page, const Problem *problem) {
  char text[1024];
  snprintf(text, sizeof text, "cordee-%s", problem->name);
  page_begin(page, text, program_version, problem->words.title);
  snprintf(text, sizeof text, "%s: %s. INSTANCE: %s. Solution: %s.\n", problem->name, problem->words.title,
           problem->words.form, problem->words.solution);
  page_prose(page, text);
  page_heading(page, "methods");
  solvers_list(page, problem);
  snprintf(text, sizeof text, "  cordee solve %s\n", problem->words.example);
  page_heading(page, "example");
  page_prose(page, text);
  options_help_problem(page, problem);
  if (problem->generators) {
    page_heading(page, "kinds of `cordee generate`");
    kinds_list(page, problem->generators);
  }
}
