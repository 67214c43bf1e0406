/* Numbers and letters as the C locale has them, whatever the host's is: a program that loads the library may have decimal commas
 * (setlocale, uselocale) or Turkish letters. This is the only file of src that calls strtod, the scanf family, or a function that prints a
 * floating point number (`tools/lint locale`). Each function is its namesake of C with a point before the fraction. Thread-safe; the
 * caller's locale is the same afterwards. Local. */
#ifndef CORDEE_C_LOCALE_H
#define CORDEE_C_LOCALE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* False: there was no memory for the locale, and the functions below use the host's. To be asked once, before anything is read. */
bool c_locale_ready(void);

/* For calls of other libraries: between the two the calling thread has the C locale. `before` is what c_locale_enter returned. */
typedef struct CLocale {
  void *before;
} CLocale;
CLocale c_locale_enter(void);
void c_locale_leave(CLocale before);

double c_strtod(const char *text, char **end);
int c_sscanf(const char *text, const char *format, ...) __attribute__((format(scanf, 2, 3)));

int c_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
int c_fprintf(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
int c_snprintf(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
int c_vsnprintf(char *text, size_t size, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

/* ASCII alone: no byte beyond 127 is a space or a letter, and i and I are one letter everywhere. */
bool c_isspace(char c);
bool c_isdigit(char c);
bool c_isalnum(char c);
char c_tolower(char c);
char c_toupper(char c);
/* 0: equal but for the case of ASCII letters; else the sign of the first difference. */
int c_strcasecmp(const char *a, const char *b);
int c_strncasecmp(const char *a, const char *b, size_t bytes);
/* Where `word` begins in the text, in either case; NULL: nowhere. */
const char *c_strcasestr(const char *text, const char *word);

#ifdef __cplusplus
}
#endif
#endif
