/* The members of a ResultRow as a table: for the file's compound type and for lists of all of them. */
#ifndef CORDEE_IO_RESULTS_RESULT_MEMBERS_H
#define CORDEE_IO_RESULTS_RESULT_MEMBERS_H

#include <stddef.h>
#include "results.h"

typedef enum MemberKind {
  MEMBER_TEXT,
  MEMBER_I32,
  MEMBER_U32,
  MEMBER_U64,
  MEMBER_F64,
  MEMBER_COST,  /* int64, in units of 10^-decimals */
  MEMBER_STATE, /* int32, a ResultState */
  MEMBER_KEY    /* uint64, for people in hexadecimal digits */
} MemberKind;

typedef struct ResultMember {
  const char *name;
  MemberKind kind;
  size_t offset, bytes; /* of a single value, or of the text */
  size_t count;         /* above 1: an array, of which trace_rows count */
} ResultMember;

extern const ResultMember result_members[]; /* in the row's order; ended by a NULL name */

#endif
