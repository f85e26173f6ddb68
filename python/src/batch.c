/* SPDX-License-Identifier: MIT
 *
 * Batches in the memory of arrays that Python owns: nothing is copied on the way.
 */
#include "native.h"

enum { ARRAYS = 8 };

struct batch_object {
	PyObject_HEAD struct mp_batch *batch;
	PyObject *setup;
	Py_buffer view[ARRAYS];
	size_t n;
};

static void batch_free(PyObject *object)
{
	struct batch_object *self = (struct batch_object *)object;

	mp_batch_close(self->batch);
	for (int i = 0; i < ARRAYS; i++)
		if (self->view[i].obj)
			PyBuffer_Release(&self->view[i]);
	Py_XDECREF(self->setup);
	Py_TYPE(object)->tp_free(object);
}

static bool open_batch(struct batch_object *self, struct mp_setup *setup, uint64_t seed,
                       PyObject *arrays, int threads)
{
	struct mp_batch_memory memory;
	struct mp_batch_shape shape;
	void *at[ARRAYS];
	bool ok = true;

	if (mp_batch_shape(setup, &shape)) {
		native_fail();
		return false;
	}
	const size_t size[ARRAYS] = {1, shape.actions,     shape.words * 8,  shape.observation * 4, 8,
	                             1, shape.players * 4, shape.players * 4};
	for (int i = 0; i < ARRAYS; i++)
		at[i] = native_buffer(PyTuple_GET_ITEM(arrays, i), &self->view[i], self->n * size[i], true,
		                      &ok);
	if (!ok)
		return false;
	memory = (struct mp_batch_memory){.seat = at[0],
	                                  .mask = at[1],
	                                  .bits = at[2],
	                                  .observation = at[3],
	                                  .key = at[4],
	                                  .done = at[5],
	                                  .returns = at[6],
	                                  .points = at[7]};
	self->batch = mp_batch_open(setup, self->n, seed, &memory, threads);
	if (!self->batch)
		native_fail();
	return self->batch;
}

/* Batch(setup, n, seed, threads, (seat, mask, bits, observation, key, done, returns, points)) */
static PyObject *batch_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
	struct batch_object *self;
	PyObject *setup, *arrays;
	unsigned long long seed;
	Py_ssize_t n;
	int threads;

	(void)names;
	if (!PyArg_ParseTuple(args, "O!nKiO!", &setup_type, &setup, &n, &seed, &threads, &PyTuple_Type,
	                      &arrays))
		return NULL;
	if (n < 1 || PyTuple_GET_SIZE(arrays) != ARRAYS) {
		PyErr_SetString(PyExc_ValueError, "a batch has one match or more, and eight arrays");
		return NULL;
	}
	self = (struct batch_object *)type->tp_alloc(type, 0);
	if (!self)
		return NULL;
	self->n = (size_t)n;
	self->setup = Py_NewRef(setup);
	if (!open_batch(self, ((struct setup_object *)setup)->setup, seed, arrays, threads)) {
		Py_DECREF(self);
		return NULL;
	}
	return (PyObject *)self;
}

static PyObject *batch_step(PyObject *object, PyObject *actions)
{
	struct batch_object *self = (struct batch_object *)object;
	Py_buffer view;
	bool ok = true;
	const int32_t *action = native_buffer(actions, &view, self->n * 4, false, &ok);
	int code;

	if (!action) {
		if (ok)
			PyErr_SetString(PyExc_TypeError, "an array of actions is wanted");
		return NULL;
	}
	Py_BEGIN_ALLOW_THREADS;
	code = mp_batch_step(self->batch, action);
	Py_END_ALLOW_THREADS;
	PyBuffer_Release(&view);
	if (code)
		return native_fail();
	Py_RETURN_NONE;
}

static PyObject *batch_random(PyObject *object, PyObject *actions)
{
	struct batch_object *self = (struct batch_object *)object;
	Py_buffer view;
	bool ok = true;
	int32_t *action = native_buffer(actions, &view, self->n * 4, true, &ok);

	if (!action) {
		if (ok)
			PyErr_SetString(PyExc_TypeError, "an array for actions is wanted");
		return NULL;
	}
	mp_batch_random(self->batch, action);
	PyBuffer_Release(&view);
	Py_RETURN_NONE;
}

static PyObject *batch_reset(PyObject *object, PyObject *nothing)
{
	(void)nothing;
	mp_batch_reset(((struct batch_object *)object)->batch);
	Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
	{"step", batch_step, METH_O, NULL},
	{"random", batch_random, METH_O, NULL},
	{"reset", batch_reset, METH_NOARGS, NULL},
	{0},
};

PyTypeObject batch_type = {
	PyVarObject_HEAD_INIT(NULL, 0).tp_name = "metropole._native.Batch",
	.tp_basicsize = sizeof(struct batch_object),
	.tp_flags = Py_TPFLAGS_DEFAULT,
	.tp_new = batch_new,
	.tp_dealloc = batch_free,
	.tp_methods = methods,
};
