/* See result_members.h. */
#include "result_members.h"

#define ONE(member, kind)                                                                                    \
  { #member, kind, offsetof(ResultRow, member), sizeof(((ResultRow *)0)->member), 1 }
#define MANY(member, kind)                                                                                   \
  { #member, kind, offsetof(ResultRow, member), sizeof(((ResultRow *)0)->member[0]), RESULT_TRACE }

const ResultMember result_members[] = {ONE(key, MEMBER_KEY),
                                       ONE(section, MEMBER_TEXT),
                                       ONE(instance, MEMBER_TEXT),
                                       ONE(options, MEMBER_TEXT),
                                       ONE(state, MEMBER_STATE),
                                       ONE(exit_code, MEMBER_I32),
                                       ONE(message, MEMBER_TEXT),
                                       ONE(end, MEMBER_TEXT),
                                       ONE(name, MEMBER_TEXT),
                                       ONE(size_text, MEMBER_TEXT),
                                       ONE(problem, MEMBER_TEXT),
                                       ONE(n, MEMBER_I32),
                                       ONE(decimals, MEMBER_I32),
                                       ONE(method, MEMBER_TEXT),
                                       ONE(seed, MEMBER_U64),
                                       ONE(islands, MEMBER_U64),
                                       ONE(searches, MEMBER_U64),
                                       ONE(moves, MEMBER_U64),
                                       ONE(best, MEMBER_COST),
                                       ONE(best_known, MEMBER_COST),
                                       ONE(bound, MEMBER_COST),
                                       ONE(best_island, MEMBER_U32),
                                       ONE(batch, MEMBER_U32),
                                       ONE(elapsed_s, MEMBER_F64),
                                       ONE(finished_unix_s, MEMBER_F64),
                                       ONE(ranks, MEMBER_I32),
                                       ONE(host, MEMBER_TEXT),
                                       ONE(backend, MEMBER_TEXT),
                                       ONE(device, MEMBER_TEXT),
                                       ONE(version, MEMBER_TEXT),
                                       ONE(inputs, MEMBER_KEY),
                                       ONE(answers, MEMBER_U32),
                                       ONE(trace_rows, MEMBER_I32),
                                       MANY(trace_s, MEMBER_F64),
                                       MANY(trace_searches, MEMBER_U64),
                                       MANY(trace_best, MEMBER_COST),
                                       ONE(solution_first, MEMBER_U64),
                                       ONE(digest, MEMBER_KEY),
                                       ONE(done, MEMBER_U32),
                                       {NULL, MEMBER_TEXT, 0, 0, 0}};
