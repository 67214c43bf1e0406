/* Compressed texts and archives: what they hold, by their first bytes; what is cut, damaged or ambiguous is refused with the file's name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/harness.h"
#include "io/codecs.h"
#include "io/input.h"
#include "io/unpack.h"
#include "io/path.h"

static const char text[] = "0 1\n1 2\n2 3\n";
enum { TEXT_BYTES = sizeof text - 1 };

static const unsigned char gzip_data[] = {0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x33,
                                          0x50, 0x30, 0xe4, 0x32, 0x54, 0x30, 0xe2, 0x32, 0x52, 0x30, 0xe6,
                                          0x02, 0x00, 0xb8, 0x32, 0x76, 0x08, 0x0c, 0x00, 0x00, 0x00};
static const unsigned char xz_data[] = {
    0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x04, 0xe6, 0xd6, 0xb4, 0x46, 0x02, 0x00, 0x21, 0x01, 0x16,
    0x00, 0x00, 0x00, 0x74, 0x2f, 0xe5, 0xa3, 0x01, 0x00, 0x0b, 0x30, 0x20, 0x31, 0x0a, 0x31, 0x20, 0x32,
    0x0a, 0x32, 0x20, 0x33, 0x0a, 0x00, 0xaf, 0xe3, 0x01, 0x12, 0xf6, 0xc4, 0x8b, 0x59, 0x00, 0x01, 0x24,
    0x0c, 0xa6, 0x18, 0xd8, 0xd8, 0x1f, 0xb6, 0xf3, 0x7d, 0x01, 0x00, 0x00, 0x00, 0x00, 0x04, 0x59, 0x5a};
static const unsigned char bzip2_data[] = {
    0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0x04, 0xe6, 0x0b, 0x54, 0x00, 0x00,
    0x03, 0x58, 0x00, 0x00, 0x10, 0x40, 0x00, 0x78, 0x00, 0x20, 0x00, 0x22, 0x1e, 0x93, 0x6a, 0x0c,
    0x01, 0xab, 0x25, 0x40, 0x3c, 0x5d, 0xc9, 0x14, 0xe1, 0x42, 0x40, 0x13, 0x98, 0x2d, 0x50};
static const unsigned char zstd_data[] = {0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 0x61, 0x00, 0x00,
                                          0x30, 0x20, 0x31, 0x0a, 0x31, 0x20, 0x32, 0x0a, 0x32,
                                          0x20, 0x33, 0x0a, 0xfa, 0x85, 0x3a, 0xce};

typedef struct Packed {
  const Codec *codec;
  const unsigned char *data;
  size_t bytes;
} Packed;

static const Packed packed[] = {{&codec_gzip, gzip_data, sizeof gzip_data},
                                {&codec_xz, xz_data, sizeof xz_data},
                                {&codec_bzip2, bzip2_data, sizeof bzip2_data},
                                {&codec_zstd, zstd_data, sizeof zstd_data}};
enum { CODECS = sizeof packed / sizeof *packed };

/* Whether they are unpacked to `times` texts; else the message goes to `why`. */
static bool unpacks(const void *data, size_t bytes, int times, char why[512]) {
  char *found = NULL;
  size_t count = 0;
  bool same = unpack_is(data, bytes) && unpack("dir/p", data, bytes, 1 << 20, &found, &count) == OK;
  snprintf(why, 512, "%s", status_message());
  status_clear();
  if (same) same = count == (size_t)times * TEXT_BYTES;
  for (int k = 0; same && k < times; k++) same = memcmp(found + k * TEXT_BYTES, text, TEXT_BYTES) == 0;
  free(found);
  return same;
}

/* Built without its library: by its name. */
static bool absent(const Packed *p) {
  char why[512];
  if (!p->codec->library) return false;
  CU_ASSERT(!unpacks(p->data, p->bytes, 1, why) && strstr(why, p->codec->library) && strstr(why, "dir/p"));
  return true;
}

static void members(void) {
  char why[512], twice[1024], head[4];
  for (const Packed *p = packed; p < packed + CODECS; p++) {
    if (absent(p)) continue;
    CU_ASSERT(unpacks(p->data, p->bytes, 1, why));
    memcpy(twice, p->data, p->bytes);
    memcpy(twice + p->bytes, p->data, p->bytes);
    CU_ASSERT(unpacks(twice, 2 * p->bytes, 2, why));
    CU_ASSERT(unpack_head((const char *)p->data, p->bytes, head, sizeof head) == 4 &&
              memcmp(head, text, 4) == 0);
  }
}

static void cut(void) {
  char why[512], end[64];
  for (const Packed *p = packed; p < packed + CODECS; p++) {
    snprintf(end, sizeof end, "expected %s data to their end, found the end of the file", p->codec->name);
    for (size_t bytes = p->codec->magic_bytes + 1; bytes < p->bytes && !p->codec->library; bytes++) {
      if (!unpack_is((const char *)p->data, bytes)) continue;
      CU_ASSERT(!unpacks(p->data, bytes, 1, why) && strstr(why, "dir/p:") && strstr(why, end));
    }
  }
}

/* Never other text without a word: all four have checksums. Bytes of gzip's and xz's headers may tell nothing. */
static void spoilt(void) {
  char why[512], data[512];
  for (const Packed *p = packed; p < packed + CODECS; p++)
    for (size_t k = p->codec->magic_bytes; k < p->bytes && !p->codec->library; k++) {
      memcpy(data, p->data, p->bytes);
      data[k] ^= 0x15;
      CU_ASSERT(unpacks(data, p->bytes, 1, why) || why[0] || !unpack_is(data, p->bytes));
    }
}

static void limit(void) {
  char *found = NULL;
  size_t count;
  for (const Packed *p = packed; p < packed + CODECS; p++) {
    if (p->codec->library) continue;
    CU_ASSERT(unpack("p", (const char *)p->data, p->bytes, TEXT_BYTES - 1, &found, &count) == ERR_FORMAT);
    CU_ASSERT(strstr(status_message(), "expected at most 11 unpacked bytes, found more") != NULL);
    status_clear();
  }
}

static void others_are_named(void) {
  CU_ASSERT(unpack_refuse("z", "PK\x03\x04....", 8) == ERR_FORMAT);
  CU_ASSERT(strstr(status_message(), "z: ") &&
            strstr(status_message(), "found a zip archive: unpack it first"));
  status_clear();
  CU_ASSERT(unpack_refuse("z", "0 1\n", 4) == OK);
  CU_ASSERT(!unpack_is("BZhello", 7) && !unpack_is("0 1\n", 4));
  CU_ASSERT(path_unpacked("a/b.mtx.XZ") == 7 && path_unpacked("a.gz/b") == 6 && path_unpacked(".gz") == 3);
}

/* ---- archives ---- */

static size_t header_put(char *at, char type, const char *name, size_t bytes) {
  unsigned sum = 0;
  memset(at, 0, 512);
  snprintf(at, 100, "%s", name);
  snprintf(at + 124, 12, "%011o", (unsigned)bytes);
  memcpy(at + 148, "        ", 8);
  at[156] = type;
  memcpy(at + 257, "ustar\00000", 8);
  for (int k = 0; k < 512; k++) sum += (unsigned char)at[k];
  snprintf(at + 148, 8, "%06o", sum);
  return 512;
}

static size_t member_put(char *at, char type, const char *name, const char *data) {
  const size_t bytes = strlen(data), from = header_put(at, type, name, bytes);
  const size_t padded = (bytes + 511) / 512 * 512;
  memset(at + from, 0, padded);
  memcpy(at + from, data, bytes);
  return from + padded;
}

typedef struct Archived {
  const char *path;
  const char *names
      [4]; /* "!a": the long name of the next member; "/": a folder; "=a": pax's path of the next member */
  const char *want; /* the member's name; else what the refusal says */
  bool found;
} Archived;

static size_t archive_make(const Archived *a, char *to) {
  size_t used = 0;
  char pax[64];
  for (int k = 0; k < 4 && a->names[k]; k++) {
    const char *const name = a->names[k];
    snprintf(pax, sizeof pax, "%zu path=%s\n", strlen(name) + 8, name + 1);
    if (*name == '!') used += member_put(to + used, 'L', "././@LongLink", name + 1);
    if (*name == '=') used += member_put(to + used, 'x', "PaxHeaders/x", pax);
    if (*name == '/') used += member_put(to + used, '5', "dir/", "");
    if (!strchr("!=/", *name)) used += member_put(to + used, '0', name, name);
  }
  memset(to + used, 0, 1024);
  return used + 1024;
}

static void archives(void) {
  static const Archived cases[] = {
      {"a/c-62.tar.gz", {"/", "c-62/c-62.mtx"}, "c-62/c-62.mtx", true},
      {"other.tgz", {"c-62/c-62.mtx"}, "c-62/c-62.mtx", true},
      {"c-62.tar", {"c-62/c-62_b.mtx", "c-62/c-62.mtx", "c-62/c-62_coord.mtx"}, "c-62/c-62.mtx", true},
      {"c-62.tar", {"c-62/c-62.txt", "c-62/c-62.mtx"}, "c-62/c-62.mtx", true},
      {"c.tar", {"._c.mtx", "c.mtx"}, "c.mtx", true},
      {"c.tar", {"!long/c.mtx", "c", "d"}, "long/c.mtx", true},
      {"c.tar", {"=pax/c.mtx", "q", "d"}, "pax/c.mtx", true},
      {"other.tar",
       {"c/c.mtx", "c/c_b.mtx"},
       "other.tar: expected an archive with one file, or with one of its own name, found c/c.mtx, c/c_b.mtx",
       false},
      {"e.tar",
       {"/"},
       "e.tar: expected an archive with one file, or with one of its own name, found none",
       false}};
  static char archive[8192];
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    TarMember member;
    const Archived *const c = &cases[k];
    const size_t bytes = archive_make(c, archive);
    CU_ASSERT(tar_is(archive, bytes));
    const Status status = tar_find(c->path, archive, bytes, &member);
    const char *const found = status == OK ? member.name : status_message();
    CU_ASSERT((status == OK) == c->found && strcmp(found, c->want) == 0);
    if (strcmp(found, c->want) != 0) printf("# expected %s, found %s\n", c->want, found);
    status_clear();
  }
}

static void archives_are_whole(void) {
  static char archive[8192];
  TarMember member;
  const Archived one = {"a.tar", {"a.mtx"}, "", true};
  (void)archive_make(&one, archive);
  CU_ASSERT(tar_find("a.tar", archive, 515, &member) == ERR_FORMAT);
  CU_ASSERT(strstr(status_message(), "a.tar: expected tar data to their end") != NULL);
  status_clear();
  archive[0] ^= 1;
  CU_ASSERT(!tar_is(archive, 2048));
}

/* A file of any name: its text, and what it is called. */
static void files(void) {
  char path[] = "/tmp/test_unpack.XXXXXX.tar", name[TEXT_NAME_MAX], want[TEXT_NAME_MAX], *found, head[5];
  static char archive[8192];
  size_t bytes;
  const Archived one = {"", {"dir/0 1"}, "", true};
  const int fd = mkstemps(path, 4);
  CU_ASSERT_FATAL(fd >= 0 && write(fd, archive, archive_make(&one, archive)) > 0);
  close(fd);
  CU_ASSERT_FATAL(text_read_named(path, &found, &bytes, name) == OK);
  snprintf(want, sizeof want, "%s:dir/0 1", path);
  CU_ASSERT(bytes == 7 && memcmp(found, "dir/0 1", 7) == 0 && strcmp(name, want) == 0);
  CU_ASSERT(text_head(path, head, sizeof head) == 5 && memcmp(head, "dir/0", 5) == 0);
  free(found);
  unlink(path);
}

static const HarnessTest tests[] = {TEST(members),
                                    TEST(cut),
                                    TEST(spoilt),
                                    TEST(limit),
                                    TEST(others_are_named),
                                    TEST(archives),
                                    TEST(archives_are_whole),
                                    TEST(files),
                                    {NULL, NULL}};

int main(void) { return harness_run("compressed texts", tests); }
