/* Compressed formats as tables of functions that unpack step by step, for unpack.c. Inside this folder. */
#ifndef CORDEE_IO_CODECS_H
#define CORDEE_IO_CODECS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* A compressed format: a table of functions that unpack it step by step, for src/io/unpack.c. */

typedef enum CodecEnd { CODEC_MORE, CODEC_END, CODEC_DAMAGED, CODEC_NO_MEMORY } CodecEnd;

typedef struct CodecPart { /* both move on */
  const char *from;
  size_t left; /* all that is left of the data */
  char *to;
  size_t room;
} CodecPart;

typedef struct Codec {
  const char *name;  /* "gzip" */
  const char *magic; /* its first bytes */
  size_t magic_bytes;
  const char *library;       /* that the program was built without: the functions are NULL then */
  size_t bytes;              /* of the state `self`, which is zero before `begin` */
  bool (*begin)(void *self); /* false: no memory, and nothing to end */
  /* CODEC_MORE: there is no room left, or nothing left of the data, which are cut short if no room was taken. CODEC_END: of a member; another one
   * may follow, for the next step. */
  CodecEnd (*step)(void *self, CodecPart *part);
  const char *(*why)(const void *self); /* of CODEC_DAMAGED, for people */
  void (*end)(void *self);
} Codec;

extern const Codec codec_gzip, codec_xz, codec_bzip2, codec_zstd;

#endif
