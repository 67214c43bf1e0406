/* Span: consecutive islands of the ring. */
#ifndef CORDEE_SPAN_H
#define CORDEE_SPAN_H

#include <stdint.h>

typedef struct Span { /* islands [first, first + count) */
  uint32_t first, count;
} Span;

#endif
