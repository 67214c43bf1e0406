/* See descriptors.h. */
#include "descriptors.h"

#include <fcntl.h>
#include <unistd.h>

/* /dev/null for the wrong direction: reading and printing fail. */
static const int modes[] = {[STDIN_FILENO] = O_WRONLY, [STDOUT_FILENO] = O_RDONLY, [STDERR_FILENO] = O_RDWR};

static bool is_open(int fd) { return fcntl(fd, F_GETFD) >= 0; }

/* A file gets the lowest number that is free, unless another thread has taken it meanwhile. */
static void descriptor_fill(int fd) {
  if (is_open(fd)) return;
  const int got = open("/dev/null", modes[fd]);
  if (got > fd) close(got);
}

void descriptors_fill(void) {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) descriptor_fill(fd);
}

static bool is_open_as(int fd, int wrong) {
  const int flags = fcntl(fd, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) != wrong;
}

bool descriptors_deaf(void) { return !is_open_as(STDIN_FILENO, O_WRONLY); }
bool descriptors_mute(void) { return !is_open_as(STDOUT_FILENO, O_RDONLY); }
