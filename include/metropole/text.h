/* SPDX-License-Identifier: MIT
 *
 * Text in and out without allocation: a bounded builder, a JSON writer on top of it, a scanner.
 * A builder never writes past its cap; what does not fit sets `overflow` and is dropped whole
 * from there on, so a caller checks once at the end and may retry with more room.
 */
#ifndef METROPOLE_TEXT_H
#define METROPOLE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mp_text {
	char *buf; /* always NUL-terminated */
	size_t len, cap;
	bool overflow;
};

void mp_text_init(struct mp_text *, char *buf, size_t cap);
void mp_text_char(struct mp_text *, char);
void mp_text_str(struct mp_text *, const char *);
void mp_text_bytes(struct mp_text *, const char *, size_t);
void mp_text_int(struct mp_text *, int64_t);
void mp_text_hex(struct mp_text *, uint64_t, int digits);

/* FNV-1a over more bytes; begins with MP_HASH. Tells different texts apart, and nothing more. */
#define MP_HASH 0xcbf29ce484222325u
uint64_t mp_hash(uint64_t hash, const void *bytes, size_t n);

/* JSON: commas are the writer's work. `key` is NULL inside arrays and at the top. Strings are
 * escaped and must be UTF-8; bytes that are not are written as U+FFFD. */
struct mp_telling;
struct mp_voice;
struct mp_json {
	struct mp_text text;
	bool comma;                   /* the next value needs one before it */
	unsigned depth;               /* objects and arrays that are open */
	const struct mp_voice *voice; /* words.h: tells in sentences what it writes; NULL: silent */
	struct mp_telling *telling;
};

void mp_json_init(struct mp_json *, char *buf, size_t cap);
void mp_json_object(struct mp_json *, const char *key); /* open { … */
void mp_json_end_object(struct mp_json *);              /* … and close } */
void mp_json_array(struct mp_json *, const char *key);
void mp_json_end_array(struct mp_json *);
void mp_json_int(struct mp_json *, const char *key, int64_t);
void mp_json_bool(struct mp_json *, const char *key, bool);
void mp_json_str(struct mp_json *, const char *key, const char *);
void mp_json_bytes(struct mp_json *, const char *key, const char *, size_t);
void mp_json_null(struct mp_json *, const char *key);
void mp_json_fixed(struct mp_json *, const char *key, double, int decimals); /* a rounded number */
void mp_json_raw(struct mp_json *, const char *key, const char *json, size_t len); /* as it is */
void mp_json_escape(struct mp_text *, const char *, size_t); /* what stands between the quotes */
/* The seats of a bit set, 1-based, as an array. */
void mp_json_seats(struct mp_json *, const char *key, unsigned seats);

/* A scanner over text[0 … len). Each function reads one thing at the cursor, or reads nothing and
 * returns false. */
struct mp_scan {
	const char *p, *end;
	bool cut; /* reads moves as a viewer sees them, not as the referee does */
};

void mp_scan_init(struct mp_scan *, const char *text, size_t len);
bool mp_scan_end(const struct mp_scan *);
bool mp_scan_char(struct mp_scan *, char);
bool mp_scan_str(struct mp_scan *, const char *);
bool mp_scan_unseen(struct mp_scan *);                         /* the `?` of a cut move */
bool mp_scan_uint(struct mp_scan *, uint32_t max, uint32_t *); /* decimal, no leading zeros */
/* One of n names (the longest that fits and is followed by no letter, digit, '-' or '_'). */
bool mp_scan_name(struct mp_scan *, const char *const *names, size_t n, unsigned *index);

#endif
