/* SPDX-License-Identifier: MIT
 *
 * The module: errors, setups and bots.
 */
#include "native.h"

static PyObject *error_type;

PyObject *native_fail(void)
{
	PyObject *error = PyObject_CallFunction(error_type, "s", mp_error_message());
	PyObject *code = PyUnicode_FromString(mp_err_name(mp_error()));
	PyObject *rule = mp_error_rule() ? PyUnicode_FromString(mp_error_rule()) : Py_NewRef(Py_None);
	PyObject *line = PyLong_FromLong(mp_error_line());

	if (error && code && rule && line && PyObject_SetAttrString(error, "code", code) == 0 &&
	    PyObject_SetAttrString(error, "rule", rule) == 0 &&
	    PyObject_SetAttrString(error, "line", line) == 0)
		PyErr_SetObject(error_type, error);
	Py_XDECREF(error);
	Py_XDECREF(code);
	Py_XDECREF(rule);
	Py_XDECREF(line);
	return NULL;
}

PyObject *native_text(const char *text)
{
	return text ? PyUnicode_FromString(text) : native_fail();
}

PyObject *native_match(struct mp_match *match)
{
	struct match_object *self;

	if (!match)
		return native_fail();
	self = PyObject_New(struct match_object, &match_type);
	if (!self) {
		mp_match_close(match);
		return NULL;
	}
	self->match = match;
	return (PyObject *)self;
}

long long native_int(PyObject *const *args, Py_ssize_t n, Py_ssize_t i, bool *ok)
{
	long long value;

	if (!*ok)
		return 0;
	if (i >= n) {
		PyErr_SetString(PyExc_TypeError, "an argument is missing");
		*ok = false;
		return 0;
	}
	value = PyLong_AsLongLong(args[i]);
	if (value == -1 && PyErr_Occurred())
		*ok = false;
	return value;
}

void *native_buffer(PyObject *object, Py_buffer *view, size_t bytes, bool writable, bool *ok)
{
	view->obj = NULL;
	if (!*ok || object == Py_None)
		return NULL;
	if (PyObject_GetBuffer(object, view, PyBUF_C_CONTIGUOUS | (writable ? PyBUF_WRITABLE : 0)) <
	    0) {
		*ok = false;
		return NULL;
	}
	if ((size_t)view->len != bytes) {
		PyErr_Format(PyExc_ValueError, "a buffer has %zd bytes where %zu are wanted", view->len,
		             bytes);
		PyBuffer_Release(view);
		view->obj = NULL;
		*ok = false;
		return NULL;
	}
	return view->buf;
}

/* --- setups --- */

/* The options as C strings that live as long as the sequence. */
static bool read_options(PyObject *sequence, const char *list[16])
{
	Py_ssize_t n = PyTuple_GET_SIZE(sequence);

	if (n > 15) {
		PyErr_SetString(PyExc_ValueError, "there are too many options");
		return false;
	}
	for (Py_ssize_t i = 0; i < n; i++)
		if (!(list[i] = PyUnicode_AsUTF8(PyTuple_GET_ITEM(sequence, i))))
			return false;
	list[n] = NULL;
	return true;
}

static PyObject *setup_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
	struct setup_object *self;
	const char *game, *list[16];
	PyObject *options;
	int players;

	(void)names;
	if (!PyArg_ParseTuple(args, "siO!", &game, &players, &PyTuple_Type, &options) ||
	    !read_options(options, list))
		return NULL;
	self = (struct setup_object *)type->tp_alloc(type, 0);
	if (!self)
		return NULL;
	self->setup = mp_setup_open(game, players, list);
	if (!self->setup) {
		Py_DECREF(self);
		return native_fail();
	}
	return (PyObject *)self;
}

static void setup_free(PyObject *self)
{
	mp_setup_close(((struct setup_object *)self)->setup);
	Py_TYPE(self)->tp_free(self);
}

static struct mp_setup *setup_of(PyObject *self)
{
	return ((struct setup_object *)self)->setup;
}

static PyObject *setup_match(PyObject *self, PyObject *seed)
{
	uint64_t value;

	if (seed == Py_None)
		return native_match(mp_match_open_dealt(setup_of(self)));
	value = PyLong_AsUnsignedLongLongMask(seed);
	if (PyErr_Occurred())
		return NULL;
	return native_match(mp_match_open(setup_of(self), value));
}

static PyObject *setup_follow(PyObject *self, PyObject *viewer)
{
	long value = PyLong_AsLong(viewer);

	if (value == -1 && PyErr_Occurred())
		return NULL;
	return native_match(mp_match_open_followed(setup_of(self), (int)value));
}

static PyObject *setup_shape(PyObject *self, PyObject *nothing)
{
	struct mp_batch_shape shape;

	(void)nothing;
	if (mp_batch_shape(setup_of(self), &shape))
		return native_fail();
	return Py_BuildValue("nnnn", (Py_ssize_t)shape.players, (Py_ssize_t)shape.actions,
	                     (Py_ssize_t)shape.words, (Py_ssize_t)shape.observation);
}

static PyObject *setup_planes(PyObject *self, PyObject *nothing)
{
	PyObject *list = PyList_New(0);
	const char *name, *says;
	size_t rows, columns;

	(void)nothing;
	for (size_t i = 0; list && (name = mp_batch_plane(setup_of(self), i, &says, &rows, &columns));
	     i++) {
		PyObject *plane = Py_BuildValue("snns", name, (Py_ssize_t)rows, (Py_ssize_t)columns, says);

		if (!plane || PyList_Append(list, plane) < 0)
			Py_CLEAR(list);
		Py_XDECREF(plane);
	}
	return list;
}

static PyMethodDef setup_methods[] = {
	{"match", setup_match, METH_O, NULL},
	{"follow", setup_follow, METH_O, NULL},
	{"shape", setup_shape, METH_NOARGS, NULL},
	{"planes", setup_planes, METH_NOARGS, NULL},
	{0},
};

PyTypeObject setup_type = {
	PyVarObject_HEAD_INIT(NULL, 0).tp_name = "metropole._native.Setup",
	.tp_basicsize = sizeof(struct setup_object),
	.tp_flags = Py_TPFLAGS_DEFAULT,
	.tp_new = setup_new,
	.tp_dealloc = setup_free,
	.tp_methods = setup_methods,
};

/* --- bots --- */

struct player_object {
	PyObject_HEAD struct mp_player *player;
};

static PyObject *player_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
	struct player_object *self;
	const char *level;
	int threads;
	unsigned ms, iterations;
	unsigned long long seed;

	(void)names;
	if (!PyArg_ParseTuple(args, "siIIK", &level, &threads, &ms, &iterations, &seed))
		return NULL;
	self = (struct player_object *)type->tp_alloc(type, 0);
	if (!self)
		return NULL;
	self->player = mp_player_open(level, threads);
	if (!self->player) {
		Py_DECREF(self);
		return native_fail();
	}
	mp_player_set_ms(self->player, ms);
	mp_player_set_iterations(self->player, iterations);
	mp_player_set_seed(self->player, seed);
	return (PyObject *)self;
}

static void player_free(PyObject *self)
{
	mp_player_close(((struct player_object *)self)->player);
	Py_TYPE(self)->tp_free(self);
}

static PyObject *player_choose(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
	struct mp_player *player = ((struct player_object *)self)->player;
	struct mp_match *match;
	mp_move move;
	bool ok = true;
	int seat, code;

	if (n < 2 || !PyObject_TypeCheck(args[0], &match_type)) {
		PyErr_SetString(PyExc_TypeError, "choose(match, seat)");
		return NULL;
	}
	match = ((struct match_object *)args[0])->match;
	seat = (int)native_int(args, n, 1, &ok);
	if (!ok)
		return NULL;
	Py_BEGIN_ALLOW_THREADS;
	code = mp_player_choose(player, match, seat, &move);
	Py_END_ALLOW_THREADS;
	if (code < 0)
		return native_fail();
	return code == 0 ? PyLong_FromUnsignedLongLong(move) : Py_NewRef(Py_None);
}

static PyObject *player_seed(PyObject *self, PyObject *seed)
{
	uint64_t value = PyLong_AsUnsignedLongLongMask(seed);

	if (PyErr_Occurred())
		return NULL;
	mp_player_set_seed(((struct player_object *)self)->player, value);
	Py_RETURN_NONE;
}

static PyObject *player_expects(PyObject *self, PyObject *seat)
{
	long value = PyLong_AsLong(seat);

	if (value == -1 && PyErr_Occurred())
		return NULL;
	return PyFloat_FromDouble(
		mp_player_expects(((struct player_object *)self)->player, (int)value));
}

static PyMethodDef player_methods[] = {
	{"choose", (PyCFunction)(void (*)(void))player_choose, METH_FASTCALL, NULL},
	{"seed", player_seed, METH_O, NULL},
	{"expects", player_expects, METH_O, NULL},
	{0},
};

PyTypeObject player_type = {
	PyVarObject_HEAD_INIT(NULL, 0).tp_name = "metropole._native.Player",
	.tp_basicsize = sizeof(struct player_object),
	.tp_flags = Py_TPFLAGS_DEFAULT,
	.tp_new = player_new,
	.tp_dealloc = player_free,
	.tp_methods = player_methods,
};

/* --- the module --- */

static PyObject *games(PyObject *module, PyObject *nothing)
{
	(void)module, (void)nothing;
	return native_text(mp_games_text());
}

static PyObject *load(PyObject *module, PyObject *args)
{
	const char *record;
	int viewer;

	(void)module;
	if (!PyArg_ParseTuple(args, "si", &record, &viewer))
		return NULL;
	return native_match(mp_match_open_record(record, viewer));
}

static PyMethodDef functions[] = {
	{"games", games, METH_NOARGS, NULL},
	{"load", load, METH_VARARGS, NULL},
	{0},
};

static struct PyModuleDef module_def = {
	PyModuleDef_HEAD_INIT,
	.m_name = "metropole._native",
	.m_doc = "libmetropole's handles; metropole's other modules are for people.",
	.m_size = -1,
	.m_methods = functions,
};

PyMODINIT_FUNC PyInit__native(void)
{
	PyObject *module = PyModule_Create(&module_def);

	if (!module || PyType_Ready(&setup_type) < 0 || PyType_Ready(&match_type) < 0 ||
	    PyType_Ready(&player_type) < 0 || PyType_Ready(&batch_type) < 0)
		return NULL;
	error_type = PyErr_NewExceptionWithDoc(
		"metropole.Error",
		"What went wrong, in a sentence; `code` is its name, `rule` the rule that forbids a move, "
		"`line` the line of a record.",
		PyExc_ValueError, NULL);
	if (!error_type || PyModule_AddObjectRef(module, "Error", error_type) < 0 ||
	    PyModule_AddObjectRef(module, "Setup", (PyObject *)&setup_type) < 0 ||
	    PyModule_AddObjectRef(module, "Match", (PyObject *)&match_type) < 0 ||
	    PyModule_AddObjectRef(module, "Player", (PyObject *)&player_type) < 0 ||
	    PyModule_AddObjectRef(module, "Batch", (PyObject *)&batch_type) < 0 ||
	    PyModule_AddStringConstant(module, "version", mp_version()) < 0)
		return NULL;
	return module;
}
