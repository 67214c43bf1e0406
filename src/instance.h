/* Instance: one optimisation problem as read from a file; immutable once read, owned by the task.
 *
 * This is the head that all instances have. What follows it is its problem's own (src/problem): a struct that begins with
 * Instance. */
#ifndef CORDEE_INSTANCE_H
#define CORDEE_INSTANCE_H

#include <stddef.h>
#include <stdint.h>
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  INSTANCE_NAME_MAX = 128,
  INSTANCE_COMMENT_MAX = 256,
  INSTANCE_REMARK_MAX = 128,
  INSTANCE_WARNING_MAX = 512
};

struct Problem;

typedef struct Instance {
  const struct Problem *problem;
  int32_t n;        /* its size: cities, tasks, dimensions; >= 1 */
  int32_t decimals; /* a cost counts units of 10^-decimals */
  char name[INSTANCE_NAME_MAX];
  char comment[INSTANCE_COMMENT_MAX];
  char remark
      [INSTANCE_REMARK_MAX]; /* how its reader took what can be taken in several ways; "": nothing to say */
  char warning[INSTANCE_WARNING_MAX]; /* what its reader left out; "": nothing */
  uint64_t digest;                    /* of the problem, sizes and data; not of name and comment */
} Instance;

/* An instance of the same problem, sizes and name as `like`, contents of its arrays undefined: for those who fill in the
 * data. *out is owned by the caller; release with instance_free. ERR_MEMORY. */
Status instance_alloc_like(const Instance *like, Instance **out);
void instance_free(Instance *inst); /* NULL allowed */

/* Sizes alone: a copy whose arrays may not be read. Release with free. NULL: no memory. */
Instance *instance_outline(const Instance *inst);

/* The data arrays of an instance, those it has: for digests and broadcasts. */
typedef struct InstanceArray {
  void *data;
  size_t bytes;
} InstanceArray;
enum {
  INSTANCE_ARRAYS = 18,
  INSTANCE_ASIDE = 17 /* the last has no part in costs, and none in the digest */
};
void instance_arrays(const Instance *inst, InstanceArray arrays[INSTANCE_ARRAYS]); /* absent: NULL, 0 */

/* Memory for a large array that is looked up in any order: on huge pages where there are some. Release with free. NULL: none. */
void *instance_array_alloc(size_t bytes);

/* XXH3-64 over problem, kinds, sizes and the data arrays; readers store it in inst->digest. */
uint64_t instance_digest(const Instance *inst);

/* The int32 values of a solution. */
size_t instance_genes(const Instance *inst);

/* "52 cities, EUC_2D", "512 tasks on 16 machines", "rastrigin in 30 dimensions" into text. */
void instance_size_text(const Instance *inst, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
