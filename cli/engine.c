/* SPDX-License-Identifier: MIT
 *
 * `metropole engine`: lines in, lines out. Answers are written as soon as no further request is
 * waiting, so a person sees each at once and a pipe is not slowed down by it.
 */
#include "cli.h"

#include "commands.h"
#include "line.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 1 << 20 };

struct input {
	char *mem; /* LINE_MAX_BYTES + 2: a line, its end, and one byte to see that it is too long */
	size_t begin, end;
	bool skipping; /* the rest of a line that was too long */
};

static uint64_t system_entropy(void *ctx)
{
	uint64_t value;

	(void)ctx;
	if (getrandom(&value, sizeof value, 0) != sizeof value)
		abort();
	return value;
}

static bool send_line(const char *answer, size_t len)
{
	return fwrite(answer, 1, len, stdout) == len && putchar('\n') != EOF;
}

/* Serves the complete lines in the input. False when it is time to stop. */
static bool serve_lines(struct engine *engine, struct input *input)
{
	char *eol;

	while ((eol = memchr(input->mem + input->begin, '\n', input->end - input->begin))) {
		const char *line = input->mem + input->begin;
		size_t line_len = (size_t)(eol - line), len;
		const char *answer;

		input->begin += line_len + 1;
		if (input->skipping) {
			input->skipping = false;
			continue;
		}
		if (line_len > LINE_MAX_BYTES)
			answer = engine_refuse(engine, MP_TOO_LONG,
			                       "This line is longer than 1 MiB. Send shorter requests.", &len);
		else
			answer = engine_line(engine, line, line_len, &len);
		if (!answer || !send_line(answer, len))
			return false;
	}
	return true;
}

/* Makes room; a line that does not fit is answered at once and its rest thrown away. */
static bool grow_stdin(struct engine *engine, struct input *input)
{
	size_t len;

	memmove(input->mem, input->mem + input->begin, input->end - input->begin);
	input->end -= input->begin;
	input->begin = 0;
	if (input->skipping) {
		input->end = 0;
		return true;
	}
	if (input->end < LINE_MAX_BYTES + 2)
		return true;
	input->skipping = true;
	input->end = 0;
	const char *answer = engine_refuse(
		engine, MP_TOO_LONG, "This line is longer than 1 MiB. Send shorter requests.", &len);
	return send_line(answer, len);
}

static int read_lines(struct engine *engine, struct input *input)
{
	for (;;) {
		ssize_t got = read(STDIN_FILENO, input->mem + input->end, LINE_MAX_BYTES + 2 - input->end);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return cli_fail(CLI_SYSTEM, "%s", strerror(errno));
		if (got == 0) {
			/* a last line without its end */
			if (input->end > input->begin && !input->skipping) {
				input->mem[input->end++] = '\n';
				serve_lines(engine, input);
			}
			return fflush(stdout) ? CLI_SYSTEM : CLI_OK;
		}
		input->end += (size_t)got;
		if (!serve_lines(engine, input) || !grow_stdin(engine, input))
			return fflush(stdout) ? CLI_SYSTEM : CLI_OK;
		if (fflush(stdout))
			return CLI_SYSTEM;
	}
}

static const struct argp argp = {
	.doc = N_(
		"Plays by the engine protocol: one JSON request on each line of standard input, one JSON "
		"answer on each line of standard output. {\"op\":\"games\"} is a good first line."),
};

int run_engine(int argc, char **argv)
{
	struct input input = {.mem = malloc(LINE_MAX_BYTES + 3)};
	struct engine *engine = engine_new(system_entropy, NULL);
	int code;

	cli_parse(&argp, argc, argv, NULL);
	if (!input.mem || !engine)
		code = cli_fail(CLI_SYSTEM, "%s", tr("there is not enough memory"));
	else
		code = read_lines(engine, &input);
	engine_free(engine);
	free(input.mem);
	return code;
}
