/* `cordee-ladder report FILES --out PAGE`: one HTML page of tables that ladders wrote with --csv. See report_page.h. */
#include <stdlib.h>
#include <string.h>
#include "io/output.h"
#include "io/path.h"
#include "ladders.h"
#include "report_page.h"

static void page_write(FILE *out, const void *page) { ladder_page_print(out, page); }

static Status files_read(const LadderRun *run, LadderPage *page) {
  page->sheet = calloc((size_t)run->files, sizeof *page->sheet);
  if (!page->sheet) FAIL(ERR_MEMORY, "no memory for %d tables", run->files);
  for (; page->count < run->files; page->count++)
    TRY(ladder_sheet_read(run->file[page->count], &page->sheet[page->count]));
  return OK;
}

static Status out_check(const LadderRun *run) {
  static const char *const marks[] = {"<!DOCTYPE html>", NULL};
  FileRoles files = {.count = 0};
  for (int k = 0; k < run->files; k++) files_add(&files, "a table", run->file[k], "", false, 0);
  files_add(&files, "--out", run->settings->out, "", true, 0);
  TRY(files_distinct(&files));
  TRY(output_may_replace(run->settings->out, "a page of this command", marks));
  return output_reserve(run->settings->out);
}

static Status report_make_page(const LadderRun *run) {
  LadderPage page = {.count = 0};
  TRY(out_check(run));
  Status status = files_read(run, &page);
  if (status == OK) status = output_write(run->settings->out, page_write, &page);
  for (int k = 0; k < run->files && page.sheet; k++) ladder_sheet_free(&page.sheet[k]);
  free(page.sheet);
  return status;
}

static const OptionRow options[] = {{"out", KIND_TEXT, OPTION_FIELD(LadderSettings, out), "ladder.html",
                                     .argument = "FILE",
                                     .help = "write the page to FILE (-: standard output)"},
                                    {.name = NULL}};

const LadderEntry ladder_report = {
    .name = "report",
    .summary = "one HTML page of tables that ladders wrote with --csv, with a picture for each measure",
    .help = "Files are tables of --csv, each with a section of the page. Those of `heuristics` are drawn by "
            "tools/plot.\n"
            "  cordee-ladder report tours.csv routes.csv --out ladder.html\n",
    .options = options,
    .needs = LADDER_OF_FILES,
    .run = report_make_page};
