/* SPDX-License-Identifier: MIT
 *
 * What the files of the extension share: the library's handles as Python's types, thinly.
 */
#ifndef NATIVE_H
#define NATIVE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <metropole/batch.h>
#include <metropole/metropole.h>

struct setup_object {
	PyObject_HEAD struct mp_setup *setup;
};

struct match_object {
	PyObject_HEAD struct mp_match *match;
};

extern PyTypeObject setup_type, match_type, player_type, batch_type;

/* Raises the library's last error as metropole.Error; always NULL. */
PyObject *native_fail(void);
/* A text of the library's, or the error if it is NULL. */
PyObject *native_text(const char *);
/* A new match; takes it over. The error if it is NULL. */
PyObject *native_match(struct mp_match *);

/* The i-th argument as a number; *ok becomes false with an exception if it is none. */
long long native_int(PyObject *const *args, Py_ssize_t n, Py_ssize_t i, bool *ok);

/* A buffer of the caller's of exactly this many bytes, or NULL if it is None; *ok as above. The
 * caller keeps the view as long as the memory is used. */
void *native_buffer(PyObject *, Py_buffer *view, size_t bytes, bool writable, bool *ok);

#endif
