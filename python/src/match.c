/* SPDX-License-Identifier: MIT
 *
 * Matches, as metropole.h has them: a method for each function.
 */
#include "native.h"

static struct mp_match *match_of(PyObject *self)
{
	return ((struct match_object *)self)->match;
}

static void match_free(PyObject *self)
{
	mp_match_close(match_of(self));
	PyObject_Free(self);
}

static PyObject *done(int code)
{
	if (code < 0)
		return native_fail();
	Py_RETURN_NONE;
}

static PyObject *turn(PyObject *self, PyObject *nothing)
{
	(void)nothing;
	return PyLong_FromLong(mp_match_turn(match_of(self)));
}

static PyObject *actors(PyObject *self, PyObject *nothing)
{
	(void)nothing;
	return PyLong_FromUnsignedLong(mp_match_actors(match_of(self)));
}

static PyObject *moves(PyObject *self, PyObject *seat)
{
	long of = PyLong_AsLong(seat);
	const mp_move *list;
	PyObject *out;
	size_t n;

	if (of == -1 && PyErr_Occurred())
		return NULL;
	list = mp_match_moves(match_of(self), (int)of, &n);
	out = PyList_New((Py_ssize_t)n);
	for (size_t i = 0; out && i < n; i++) {
		PyObject *move = PyLong_FromUnsignedLongLong(list[i]);

		if (!move)
			Py_CLEAR(out);
		else
			PyList_SET_ITEM(out, (Py_ssize_t)i, move);
	}
	return out;
}

static PyObject *outcomes(PyObject *self, PyObject *nothing)
{
	size_t n;
	const struct mp_outcome *list = mp_match_outcomes(match_of(self), &n);
	PyObject *out = PyList_New((Py_ssize_t)n);

	(void)nothing;
	for (size_t i = 0; out && i < n; i++) {
		PyObject *pair =
			Py_BuildValue("KI", (unsigned long long)list[i].move, (unsigned)list[i].weight);

		if (!pair)
			Py_CLEAR(out);
		else
			PyList_SET_ITEM(out, (Py_ssize_t)i, pair);
	}
	return out;
}

static PyObject *text(PyObject *self, PyObject *move)
{
	mp_move value = PyLong_AsUnsignedLongLong(move);

	if (PyErr_Occurred())
		return NULL;
	return native_text(mp_match_move_text(match_of(self), value));
}

/* make(seat, move): a number, or notation. */
static PyObject *make(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
	bool ok = true;
	int seat = (int)native_int(args, n, 0, &ok);
	const char *notation;
	mp_move move;

	if (!ok || n < 2) {
		if (!PyErr_Occurred())
			PyErr_SetString(PyExc_TypeError, "make(seat, move)");
		return NULL;
	}
	if (PyUnicode_Check(args[1])) {
		notation = PyUnicode_AsUTF8(args[1]);
		return notation ? done(mp_match_make_text(match_of(self), seat, notation)) : NULL;
	}
	move = PyLong_AsUnsignedLongLong(args[1]);
	if (PyErr_Occurred())
		return NULL;
	return done(mp_match_make(match_of(self), seat, move));
}

static PyObject *parse(PyObject *self, PyObject *args)
{
	const char *notation;
	mp_move move;
	int seat;

	if (!PyArg_ParseTuple(args, "is", &seat, &notation))
		return NULL;
	if (mp_match_move_parse(match_of(self), seat, notation, &move))
		return native_fail();
	return PyLong_FromUnsignedLongLong(move);
}

static PyObject *take_back(PyObject *self, PyObject *nothing)
{
	(void)nothing;
	return done(mp_match_take_back(match_of(self)));
}

static PyObject *copy(PyObject *self, PyObject *nothing)
{
	(void)nothing;
	return native_match(mp_match_clone(match_of(self)));
}

static PyObject *sample(PyObject *self, PyObject *args)
{
	unsigned long long seed;
	int seat;

	if (!PyArg_ParseTuple(args, "iK", &seat, &seed))
		return NULL;
	return native_match(mp_match_sample(match_of(self), seat, seed));
}

static PyObject *reveal(PyObject *self, PyObject *record)
{
	const char *written = PyUnicode_AsUTF8(record);

	return written ? native_match(mp_match_reveal(match_of(self), written)) : NULL;
}

static PyObject *length(PyObject *self, PyObject *nothing)
{
	(void)nothing;
	return PyLong_FromSize_t(mp_match_length(match_of(self)));
}

/* told(i, viewer): who made the move, and the move as the viewer was told. */
static PyObject *told(PyObject *self, PyObject *args)
{
	const char *notation;
	Py_ssize_t i;
	int viewer;

	if (!PyArg_ParseTuple(args, "ni", &i, &viewer))
		return NULL;
	notation = mp_match_told(match_of(self), i < 0 ? SIZE_MAX : (size_t)i, viewer);
	if (!notation)
		return native_fail();
	return Py_BuildValue("is", mp_match_by(match_of(self), (size_t)i), notation);
}

static PyObject *points(PyObject *self, PyObject *args)
{
	int seat, viewer;

	if (!PyArg_ParseTuple(args, "ii", &seat, &viewer))
		return NULL;
	return PyFloat_FromDouble(mp_match_points(match_of(self), seat, viewer));
}

static PyObject *share(PyObject *self, PyObject *seat)
{
	long of = PyLong_AsLong(seat);

	if (of == -1 && PyErr_Occurred())
		return NULL;
	return PyFloat_FromDouble(mp_match_share(match_of(self), (int)of));
}

static PyObject *key(PyObject *self, PyObject *viewer)
{
	long of = PyLong_AsLong(viewer);

	if (of == -1 && PyErr_Occurred())
		return NULL;
	return PyLong_FromUnsignedLongLong(mp_match_key(match_of(self), (int)of));
}

/* show(what, viewer, lang): "view", "points", "read" as JSON, or "record". */
static PyObject *show(PyObject *self, PyObject *args)
{
	struct mp_match *match = match_of(self);
	const char *what;
	int viewer, lang;

	if (!PyArg_ParseTuple(args, "sii", &what, &viewer, &lang))
		return NULL;
	switch (what[0] == 'r' ? what[2] : what[0]) {
	case 'v':
		return native_text(mp_match_view_json(match, viewer));
	case 'p':
		return native_text(mp_match_points_json(match, viewer, (enum mp_lang)lang));
	case 'a':
		return native_text(mp_match_read_json(match, viewer, (enum mp_lang)lang));
	default:
		return native_text(mp_match_record(match, viewer));
	}
}

static PyObject *preview(PyObject *self, PyObject *args)
{
	const char *notation;
	int seat;

	if (!PyArg_ParseTuple(args, "is", &seat, &notation))
		return NULL;
	return native_text(mp_match_preview_json(match_of(self), seat, notation));
}

static PyObject *encode(PyObject *self, PyObject *move)
{
	mp_move value = PyLong_AsUnsignedLongLong(move);
	int32_t actions[MP_BATCH_PARTS];
	PyObject *out;
	int n;

	if (PyErr_Occurred())
		return NULL;
	n = mp_batch_encode(match_of(self), value, actions);
	if (n < 0)
		return native_fail();
	out = PyList_New(n);
	for (int i = 0; out && i < n; i++)
		PyList_SET_ITEM(out, i, PyLong_FromLong(actions[i]));
	return out;
}

/* A list of actions; returns how many, or -1. */
static Py_ssize_t read_actions(PyObject *list, int32_t actions[MP_BATCH_PARTS])
{
	Py_ssize_t n = PyList_Check(list) ? PyList_GET_SIZE(list) : MP_BATCH_PARTS + 1;

	if (n > MP_BATCH_PARTS) {
		PyErr_SetString(PyExc_ValueError, "a short list of actions is wanted");
		return -1;
	}
	for (Py_ssize_t i = 0; i < n; i++) {
		long action = PyLong_AsLong(PyList_GET_ITEM(list, i));

		if (action == -1 && PyErr_Occurred())
			return -1;
		actions[i] = action < 0 || action > INT32_MAX ? -1 : (int32_t)action;
	}
	return n;
}

static PyObject *decode(PyObject *self, PyObject *list)
{
	int32_t actions[MP_BATCH_PARTS];
	Py_ssize_t n = read_actions(list, actions);
	mp_move move;
	int code;

	if (n < 0)
		return NULL;
	code = mp_batch_decode(match_of(self), actions, (size_t)n, &move);
	if (code < 0)
		return native_fail();
	return code ? PyLong_FromUnsignedLongLong(move) : Py_NewRef(Py_None);
}

/* observe(setup, viewer, begun, mask, observation): fills the two arrays, returns the key. */
static PyObject *observe(PyObject *self, PyObject *args)
{
	PyObject *setup, *begun, *mask, *observation;
	int32_t actions[MP_BATCH_PARTS];
	struct mp_batch_shape shape;
	Py_buffer view[2] = {{0}};
	uint64_t number = 0;
	bool ok = true;
	Py_ssize_t n;
	int viewer, code;

	if (!PyArg_ParseTuple(args, "O!iOOO", &setup_type, &setup, &viewer, &begun, &mask,
	                      &observation) ||
	    (n = read_actions(begun, actions)) < 0)
		return NULL;
	if (mp_batch_shape(((struct setup_object *)setup)->setup, &shape))
		return native_fail();
	struct mp_batch_memory memory = {
		.mask = native_buffer(mask, &view[0], shape.actions, true, &ok),
		.observation = native_buffer(observation, &view[1], shape.observation * 4, true, &ok),
		.key = &number,
	};
	code = ok ? mp_batch_show(match_of(self), viewer, actions, (size_t)n, &memory) : 0;
	for (int i = 0; i < 2; i++)
		if (view[i].obj)
			PyBuffer_Release(&view[i]);
	if (!ok)
		return NULL;
	return code ? native_fail() : PyLong_FromUnsignedLongLong(number);
}

static PyMethodDef methods[] = {
	{"turn", turn, METH_NOARGS, NULL},
	{"actors", actors, METH_NOARGS, NULL},
	{"moves", moves, METH_O, NULL},
	{"outcomes", outcomes, METH_NOARGS, NULL},
	{"text", text, METH_O, NULL},
	{"make", (PyCFunction)(void (*)(void))make, METH_FASTCALL, NULL},
	{"parse", parse, METH_VARARGS, NULL},
	{"take_back", take_back, METH_NOARGS, NULL},
	{"clone", copy, METH_NOARGS, NULL},
	{"sample", sample, METH_VARARGS, NULL},
	{"reveal", reveal, METH_O, NULL},
	{"length", length, METH_NOARGS, NULL},
	{"told", told, METH_VARARGS, NULL},
	{"points", points, METH_VARARGS, NULL},
	{"share", share, METH_O, NULL},
	{"key", key, METH_O, NULL},
	{"show", show, METH_VARARGS, NULL},
	{"preview", preview, METH_VARARGS, NULL},
	{"encode", encode, METH_O, NULL},
	{"decode", decode, METH_O, NULL},
	{"observe", observe, METH_VARARGS, NULL},
	{0},
};

static PyObject *get_game(PyObject *self, void *nothing)
{
	(void)nothing;
	return PyUnicode_FromString(mp_match_game(match_of(self)));
}

static PyObject *get_players(PyObject *self, void *nothing)
{
	(void)nothing;
	return PyLong_FromLong(mp_match_players(match_of(self)));
}

static PyObject *get_followed(PyObject *self, void *nothing)
{
	(void)nothing;
	return PyBool_FromLong(mp_match_is_followed(match_of(self)));
}

static PyGetSetDef members[] = {
	{"game", get_game, NULL, NULL, NULL},
	{"players", get_players, NULL, NULL, NULL},
	{"is_followed", get_followed, NULL, NULL, NULL},
	{0},
};

PyTypeObject match_type = {
	PyVarObject_HEAD_INIT(NULL, 0).tp_name = "metropole._native.Match",
	.tp_basicsize = sizeof(struct match_object),
	.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
	.tp_dealloc = match_free,
	.tp_methods = methods,
	.tp_getset = members,
};
