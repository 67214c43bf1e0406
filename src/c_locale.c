/* See c_locale.h. printf and scanf have no variants that take a locale, so the thread's is changed around them. */
#include "c_locale.h"

#include <locale.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t made;

static void locale_make(void) { made = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

static locale_t c_locale(void) {
  pthread_once(&once, locale_make);
  return made;
}

bool c_locale_ready(void) { return c_locale() != (locale_t)0; }

CLocale c_locale_enter(void) { return (CLocale){uselocale(c_locale())}; }
void c_locale_leave(CLocale before) { uselocale((locale_t)before.before); }

double c_strtod(const char *text, char **end) {
  return c_locale_ready() ? strtod_l(text, end, c_locale()) : strtod(text, end);
}

int c_sscanf(const char *text, const char *format, ...) {
  va_list args;
  const CLocale before = c_locale_enter();
  va_start(args, format);
  const int found = vsscanf(text, format, args);
  va_end(args);
  c_locale_leave(before);
  return found;
}

static int c_vfprintf(FILE *out, const char *format, va_list args) {
  const CLocale before = c_locale_enter();
  const int written = vfprintf(out, format, args);
  c_locale_leave(before);
  return written;
}

int c_vsnprintf(char *text, size_t size, const char *format, va_list args) {
  const CLocale before = c_locale_enter();
  const int length = vsnprintf(text, size, format, args);
  c_locale_leave(before);
  return length;
}

int c_printf(const char *format, ...) {
  va_list args;
  va_start(args, format);
  const int written = c_vfprintf(stdout, format, args);
  va_end(args);
  return written;
}

int c_fprintf(FILE *out, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const int written = c_vfprintf(out, format, args);
  va_end(args);
  return written;
}

int c_snprintf(char *text, size_t size, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const int length = c_vsnprintf(text, size, format, args);
  va_end(args);
  return length;
}

static bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

bool c_isspace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool c_isdigit(char c) { return c >= '0' && c <= '9'; }
bool c_isalnum(char c) { return is_lower(c) || is_upper(c) || c_isdigit(c); }
char c_tolower(char c) { return is_upper(c) ? (char)(c - 'A' + 'a') : c; }
char c_toupper(char c) { return is_lower(c) ? (char)(c - 'a' + 'A') : c; }

int c_strncasecmp(const char *a, const char *b, size_t bytes) {
  for (size_t k = 0; k < bytes; k++) {
    const unsigned char left = (unsigned char)c_tolower(a[k]), right = (unsigned char)c_tolower(b[k]);
    if (left != right) return left < right ? -1 : 1;
    if (!left) return 0;
  }
  return 0;
}

int c_strcasecmp(const char *a, const char *b) { return c_strncasecmp(a, b, SIZE_MAX); }

const char *c_strcasestr(const char *text, const char *word) {
  const size_t bytes = strlen(word);
  for (; *text; text++)
    if (c_strncasecmp(text, word, bytes) == 0) return text;
  return NULL;
}
