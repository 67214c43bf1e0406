/* `cordee verify --batch LIST`: many solutions judged. An item is a line of LIST: an instance and a solution of it. */
#ifndef CORDEE_EVALUATOR_VERIFY_VERIFY_H
#define CORDEE_EVALUATOR_VERIFY_VERIFY_H

#include "evaluator.h"

/* ---- lists ---- */

/* A list of instances and their solutions, as text. A line names an instance and a solution file, with a tab between
 * them, or blanks if there is no tab in the line; empty lines and lines that begin with '#' are skipped. Names are
 * relative to the list's folder. */

typedef struct VerifyPair {
  const char *instance, *solution; /* paths, into Items.data */
  int32_t line;                    /* of the list, from 1 */
  const uint64_t *digest;          /* (VERIFY_INPUTS) of its files (io/file_digest.h); 0: not looked at */
} VerifyPair;

/* Evaluator.items, with the digests of all files. */
Status verify_list_read(const char *path, const void *settings, Items *out);

/* The same from memory, without looking at any file; `path` serves messages and tells the folder. `text` need not end in a NUL. */
Status verify_list_parse(const char *path, const char *text, size_t bytes, Items *out);

VerifyPair verify_list_pair(const Items *items, uint64_t item);

/* ---- evaluator ---- */

extern const Evaluator evaluator_verify;

#endif
