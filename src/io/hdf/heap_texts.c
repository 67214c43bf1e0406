/* See heap_texts.h. */
#include "heap_texts.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "io/bytes.h"

enum { PLACE_BYTES = 16, HEAP_HEAD = 16, OBJECT_HEAD = 16, OBJECTS_MAX = 1 << 16 };

typedef struct Heap { /* the file, and the collection of texts that was read last */
  const char *path, *name;
  int fd;
  uint64_t base, file_bytes; /* base: of addresses */
  uint64_t address;          /* of the collection; 0: none was read */
  char *data;                /* (bytes) */
  uint64_t bytes;
  uint32_t *object; /* (OBJECTS_MAX) where each begins in data; 0: there is none */
} Heap;

static uint64_t number(const char *at, size_t bytes) { /* little endian */
  uint64_t value = 0;
  for (size_t k = bytes; k-- > 0;) value = value << 8 | (unsigned char)at[k];
  return value;
}

static Status heap_damaged(const Heap *h) {
  FAIL(ERR_FORMAT, "%s: %s: expected texts, found a damaged heap of them", h->path, h->name);
}

static void objects_find(Heap *h) {
  memset(h->object, 0, OBJECTS_MAX * sizeof *h->object);
  for (uint64_t at = HEAP_HEAD; at + OBJECT_HEAD <= h->bytes;) {
    const uint64_t index = number(h->data + at, 2), bytes = number(h->data + at + 8, 8);
    if (index == 0 || bytes > h->bytes - at - OBJECT_HEAD) return; /* the rest is free */
    h->object[index] = (uint32_t)at;
    at += OBJECT_HEAD + (bytes + 7) / 8 * 8;
  }
}

/* The collection at that address. */
static Status heap_load(Heap *h, uint64_t address) {
  char head[HEAP_HEAD];
  if (address == h->address) return OK;
  if (address > h->file_bytes || h->base + address > h->file_bytes - sizeof head) return heap_damaged(h);
  TRY(bytes_pread(h->fd, h->path, h->base + address, head, sizeof head));
  const uint64_t bytes = number(head + 8, 8);
  const bool sound = memcmp(head, "GCOL\1", 5) == 0 && bytes >= HEAP_HEAD && bytes <= UINT32_MAX;
  if (!sound || bytes > h->file_bytes - h->base - address) return heap_damaged(h);
  char *data = realloc(h->data, bytes);
  if (!data) FAIL(ERR_MEMORY, "%s: %s: no memory for its texts", h->path, h->name);
  h->data = data;
  h->bytes = bytes;
  h->address = address;
  TRY(bytes_pread(h->fd, h->path, h->base + address, h->data, bytes));
  objects_find(h);
  return OK;
}

/* The text that a place says: length, address of a collection, number of the object. */
static Status text_find(Heap *h, const char *place, const char **text, size_t *length) {
  const uint64_t bytes = number(place, 4), address = number(place + 4, 8), index = number(place + 12, 4);
  *text = "";
  *length = 0;
  if (!bytes || !address) return OK;
  TRY(heap_load(h, address));
  const uint32_t at = index < OBJECTS_MAX ? h->object[index] : 0;
  if (!at || bytes > number(h->data + at + 8, 8)) return heap_damaged(h);
  *text = h->data + at + OBJECT_HEAD;
  *length = strnlen(*text, bytes < TABLE_TEXT_MAX ? bytes : TABLE_TEXT_MAX);
  return OK;
}

/* Once for the longest, once to keep them. */
static Status texts_gather(Heap *h, const char *places, uint64_t rows, TableColumn *out) {
  const char *text;
  size_t length;
  out->bytes = 1;
  for (uint64_t k = 0; k < rows; k++) {
    TRY(text_find(h, places + k * PLACE_BYTES, &text, &length));
    if (length > out->bytes) out->bytes = length;
  }
  char *all = calloc(rows + 1, out->bytes);
  if (!all) FAIL(ERR_MEMORY, "%s: %s: no memory for its texts", h->path, h->name);
  Status status = OK;
  for (uint64_t k = 0; k < rows && status == OK; k++) {
    status = text_find(h, places + k * PLACE_BYTES, &text, &length);
    if (status == OK) memcpy(all + k * out->bytes, text, length < out->bytes ? length : out->bytes);
  }
  if (status != OK) {
    free(all);
    return status;
  }
  out->owned = all;
  return OK;
}

static Status heap_open(Heap *h) {
  struct stat info;
  h->object = malloc(OBJECTS_MAX * sizeof *h->object);
  if (!h->object) FAIL(ERR_MEMORY, "%s: no memory to read it", h->path);
  h->fd = open(h->path, O_RDONLY | O_CLOEXEC);
  if (h->fd < 0 || fstat(h->fd, &info) != 0) FAIL(ERR_NO_INPUT, "%s: cannot be read", h->path);
  h->file_bytes = (uint64_t)info.st_size;
  return h->file_bytes < h->base + HEAP_HEAD ? heap_damaged(h) : OK;
}

/* Where addresses begin. False: they have not eight bytes. */
static bool base_find(hid_t set, uint64_t *base) {
  size_t address = 0, size = 0;
  hsize_t block = 0;
  hid_t file = H5Iget_file_id(set), how = H5Fget_create_plist(file);
  const herr_t rc = H5Pget_sizes(how, &address, &size) | H5Pget_userblock(how, &block);
  H5Pclose(how);
  H5Fclose(file);
  *base = block;
  return rc >= 0 && address == 8 && size == 8;
}

Status heap_texts_read(const char *path, const char *name, hid_t set, uint64_t rows, TableColumn *out) {
  Heap h = {.path = path, .name = name, .fd = -1};
  const haddr_t at = rows ? H5Dget_offset(set) : 0;
  if (!base_find(set, &h.base) || at == HADDR_UNDEF)
    FAIL(ERR_FORMAT, "%s: %s: expected texts in one piece, found them in chunks", path, name);
  char *places = malloc(rows * PLACE_BYTES + 1);
  Status status = places ? heap_open(&h) : status_fail(ERR_MEMORY, "%s: no memory to read it", path);
  if (status == OK) status = bytes_pread(h.fd, path, at, places, rows * PLACE_BYTES);
  if (status == OK) status = texts_gather(&h, places, rows, out);
  if (h.fd >= 0) close(h.fd);
  free(places);
  free(h.data);
  free(h.object);
  return status;
}
