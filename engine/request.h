/* SPDX-License-Identifier: MIT
 *
 * A request of the engine protocol as a plain struct, and the setters that fill it in. Native
 * programs call them from a JSON parser, WebAssembly from its host: what a field may hold is
 * decided here only, so both refuse the same requests with the same words.
 */
#ifndef ENGINE_REQUEST_H
#define ENGINE_REQUEST_H

#include <metropole/setup.h>

enum { REQUEST_OPTIONS_MAX = 2 * MP_OPTIONS, REQUEST_NO_SEAT = -9 };

struct request_option {
	const char *name;
	enum mp_option_type type; /* what was given: MP_INT, MP_BOOL or MP_TEXT (any string) */
	const char *value;        /* as text */
	char number[24];          /* room for the text of an integer */
};

/* Strings are the caller's and must live until the request is answered. */
struct request {
	const char *id; /* JSON text to send back, or NULL */
	const char *op, *game, *chance, *move, *record, *level, *lang, *names;
	bool has_players, has_seed;
	int64_t players, seed;
	/* Each 0-based, MP_PUBLIC, MP_ALL, or REQUEST_NO_SEAT. */
	int seat;
	int viewer; /* for whom events and effects are cut */
	int follow; /* who follows the match */
	bool has_moves;
	int64_t moves; /* how many are kept */
	int64_t ms, iterations, threads;
	struct request_option option[REQUEST_OPTIONS_MAX];
	size_t n_options;
	struct mp_fault fault; /* the first thing that was wrong; code MP_OK if nothing was */
};

void request_init(struct request *);
void request_id(struct request *, const char *json);

/* A member of the request object. Unknown keys are ignored. `len` lets a string with NUL in it be
 * refused. */
void request_str(struct request *, const char *key, const char *value, size_t len);
void request_int(struct request *, const char *key, int64_t value);
/* A member of any other type (null, true, 1.5, [], {}). */
void request_other(struct request *, const char *key);

/* A member of the object `options`. */
void request_option_str(struct request *, const char *name, const char *value, size_t len);
void request_option_int(struct request *, const char *name, int64_t value);
void request_option_bool(struct request *, const char *name, bool value);
void request_option_other(struct request *, const char *name);

#endif
