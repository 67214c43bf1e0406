/* See file_digest.h. */
#include "file_digest.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "halt.h"
#include "input.h"
#include "memory.h"

enum { BLOCK = 1 << 20, CHECK = 1 << 26 /* bytes from one look at the clock to the next */ };
/* Of a file that tells a smaller size than it has, such as those of /proc, no more is read than that. */
static const uint64_t most_bytes = INPUT_UNPACKED_MAX;

static Status blocks_digest(int fd, uint64_t left, char *block, XXH3_state_t *state) {
  while (left) {
    const size_t wanted = left < BLOCK ? (size_t)left : BLOCK;
    const ssize_t got = read(fd, block, wanted);
    if (got <= 0) return OK;
    XXH3_64bits_update(state, block, (size_t)got);
    left -= (uint64_t)got;
    if (left >= BLOCK && left % CHECK < (uint64_t)got) TRY(halt_check("the reading of inputs"));
  }
  return OK;
}

static Status open_digest(int fd, uint64_t bytes, uint64_t *digest) {
  const bool fits = bytes <= memory_free() && bytes <= memory_allowed(); /* else no reader takes it */
  const uint64_t shown = !fits || bytes < BLOCK ? BLOCK : bytes,
                 left = shown < most_bytes ? shown : most_bytes;
  XXH3_state_t *const state = XXH3_createState();
  char *const block = malloc(BLOCK);
  Status status = state && block ? OK : status_fail(ERR_MEMORY, "no memory to read inputs");
  if (status == OK) {
    XXH3_64bits_reset(state);
    XXH3_64bits_update(state, &bytes, sizeof bytes);
    status = blocks_digest(fd, left, block, state);
    *digest = XXH3_64bits_digest(state) | 2; /* never one of the names above */
  }
  free(block);
  XXH3_freeState(state);
  return status;
}

Status file_digest(const char *path, uint64_t *digest) {
  struct stat info;
  *digest = input_is_stream(path) ? FILE_DIGEST_STREAM : FILE_DIGEST_NONE;
  if (*digest == FILE_DIGEST_STREAM) return OK;
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return OK;
  Status status = OK;
  if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode))
    status = open_digest(fd, (uint64_t)info.st_size, digest);
  close(fd);
  return status;
}
