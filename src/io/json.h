/* JSON, written by jansson: values from what the program knows, and a line of text from a value. Local, host only.
 *
 * What is written is ASCII: other characters of texts, and those that act on a terminal, are escaped as JSON does it. */
#ifndef CORDEE_IO_JSON_H
#define CORDEE_IO_JSON_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include "status.h"

/* Adds a member to an object, or a value to an array, which owns it from then on. NULL, as of a value for which there was no memory, is
 * told by json_print. */
void json_add(json_t *object, const char *name, json_t *value);
void json_push(json_t *array, json_t *value);

json_t *json_foreign(const char *text);           /* bytes of anybody's text, as text.h reads them */
json_t *json_count(uint64_t value);               /* below 2^63 */
json_t *json_rounded(double value, int decimals); /* null: it is no finite number */
/* In units of 10^-decimals; null for COST_NONE. A number of at most 15 digits is exact. */
json_t *json_cost(int64_t cost, int32_t decimals);
json_t *json_key(uint64_t key); /* sixteen hexadecimal digits */
/* "name = value" a line, as an object of texts. */
json_t *json_options(const char *lines);

/* Writes the value as a file, to a path as output.h knows them, and frees it. ERR_MEMORY, ERR_IO. */
Status json_write(const char *path, json_t *value);

/* Prints the value as a part of a page, its numbers with nine digits, '<' escaped, and frees it; "" if there is no memory. */
void json_embed(FILE *out, json_t *value);

/* Prints the value on one line, and frees it. ERR_MEMORY: it is not whole, and nothing is printed. The stream keeps an error of writing. */
Status json_print(FILE *out, json_t *value);

/* A feature of GeoJSON (RFC 7946): a geometry of that type, "LineString", with its coordinates. Both are taken over. */
json_t *json_feature(const char *type, json_t *coordinates, json_t *properties);

#endif
