/* Whether records are those of the inputs as they are now: see columns.h. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "answers.h"
#include "columns_file.h"
#include "io/hdf/dataset.h"

/* ---- which file has changed ---- */

typedef struct Changed { /* files of the items whose digests differ */
  uint64_t count, item;  /* item: of the first */
  ItemInput first;
  uint64_t was; /* its digest when the records were made */
} Changed;

static void changes_find(const Evaluator *e, const Items *items, const uint64_t *was, Changed *out) {
  ItemInput input[EVALUATOR_INPUTS];
  for (uint64_t k = 0; k < items->count; k++) {
    e->input(items, k, input);
    for (int i = 0; i < e->inputs; i++, was++) {
      if (*was == input[i].digest) continue;
      if (!out->count++) {
        out->item = k;
        out->first = input[i];
        out->was = *was;
      }
    }
  }
}

/* The digests that the file keeps, owned by the caller; NULL: none, or of another number of items. */
static uint64_t *digests_read(const char *path, const Evaluator *e, uint64_t count) {
  hid_t file;
  void *digest = NULL;
  uint64_t rows = 0;
  if (hdf5_file_open(path, &file) != OK) return NULL;
  if (matrix_read(path, file, COLUMNS_INPUT, DTYPE_U64, (uint64_t)e->inputs, &digest, &rows) != OK)
    digest = NULL;
  H5Fclose(file);
  if (digest && rows == count) return digest;
  free(digest);
  return NULL;
}

static Changed changes_of(const char *path, const Evaluator *e, const Items *items) {
  Changed changed = {.count = 0};
  uint64_t *const was = e->inputs && items->data ? digests_read(path, e, items->count) : NULL;
  if (was) changes_find(e, items, was, &changed);
  free(was);
  status_clear();
  return changed;
}

static const char *how_changed(const Changed *changed) {
  if (!changed->first.digest) return "is gone";
  return changed->was ? "has changed since" : "was not there then";
}

static Status changed_fail(const char *path, const Evaluator *e, const Changed *changed, Status status) {
  char more[64] = "";
  if (changed->count > 1) snprintf(more, sizeof more, ", and %" PRIu64 " more differ", changed->count - 1);
  FAIL(status, "%s: made of other files: %s (of %s %" PRIu64 ") %s%s", path, changed->first.path,
       e->item_word, changed->item + 1, how_changed(changed), more);
}

Status columns_inputs_same(const char *path, const Evaluator *evaluator, const Items *items) {
  const Changed changed = changes_of(path, evaluator, items);
  return changed.count ? changed_fail(path, evaluator, &changed, ERR_FORMAT) : OK;
}

/* ---- all of it ---- */

static Status text_of(const char *path, const char *name, char *text, size_t bytes) {
  hid_t file;
  text[0] = 0;
  TRY(hdf5_file_open(path, &file));
  hid_t attribute = H5Aexists(file, name) > 0 ? H5Aopen(file, name, H5P_DEFAULT) : H5I_INVALID_HID;
  if (attribute >= 0) {
    (void)hdf5_text_read(attribute, text, bytes); /* what is too long is cut */
    H5Aclose(attribute);
  }
  H5Fclose(file);
  return OK;
}

static Status version_same(const char *path) {
  char now[ANSWERS_TEXT_MAX], then[ANSWERS_TEXT_MAX], version[64];
  answers_text(now);
  TRY(text_of(path, "answers", then, sizeof then));
  if (strcmp(now, then) == 0) return OK;
  TRY(text_of(path, "version", version, sizeof version));
  if (!then[0])
    FAIL(ERR_USAGE,
         "%s: made by version %s, which did not keep what records were made from: name another file, or "
         "remove it",
         path, version);
  FAIL(ERR_USAGE,
       "%s: made by a version with other answers, %s (answers %s, here %s): name another file, or remove it",
       path, version, then, now);
}

static Status list_same(const char *path, const ColumnsLayout *at, const Evaluator *e, const Items *items) {
  if (at->items == items->count && at->digest == items->digest) return OK;
  const Changed changed = at->items == items->count ? changes_of(path, e, items) : (Changed){.count = 0};
  if (!changed.count)
    FAIL(ERR_USAGE, "%s: made for another list of %" PRIu64 " %s: name another file, or remove it", path,
         at->items, e->items_word);
  char why[STATUS_MESSAGE_MAX];
  (void)changed_fail(path, e, &changed, ERR_USAGE);
  snprintf(why, sizeof why, "%s", status_message());
  status_clear();
  FAIL(ERR_USAGE, "%s: name another file, or remove it", why);
}

Status columns_same(const char *path, const Evaluator *evaluator, const Items *items) {
  ColumnsLayout at;
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) FAIL(ERR_IO, "%s: cannot be read", path);
  const Status status = columns_file_layout(fd, path, &at);
  close(fd);
  TRY(status);
  TRY(version_same(path));
  return list_same(path, &at, evaluator, items);
}
