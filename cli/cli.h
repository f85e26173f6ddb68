/* SPDX-License-Identifier: MIT
 *
 * What the subcommands of `metropole` share: how they end, how they speak, how they read options.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <metropole/setup.h>

#include <argp.h>

enum cli_exit {
	CLI_OK = 0,
	CLI_FAILED = 1, /* the work failed: a record that does not replay, a match that was lost … */
	CLI_USAGE = 2,  /* the command line cannot be understood */
	CLI_SYSTEM = 3, /* a file, memory or a thread could not be had */
};

struct cli_command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *summary; /* a message id of the catalogue */
};

/* The language of this run, set once from --lang or the environment before a command runs. */
enum mp_lang cli_lang(void);

/* A message in that language; the English text is its id. */
const char *tr(const char *english);

/* Marks a message that is translated where it is used, for the tool that collects them. */
#define N_(english) english

/* Says "metropole NAME: message" on standard error and returns the exit code given. */
int cli_fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* argp_parse with translated help; exits by itself for --help and bad usage. */
void cli_parse(const struct argp *, int argc, char **argv, void *input);

/* The setup that a command line asked for. */
struct cli_setup {
	const struct mp_game *game;
	int players;
	const char *options[MP_OPTIONS]; /* "name=value" */
	size_t n_options;
	const char *text_file; /* content for the option of type text */
	char *text;            /* that content, read */
};

/* argp options shared by the commands that play: -p, -o, --text. */
extern const struct argp cli_setup_argp;

/* Begins and sets a setup; says what is wrong itself. The caller finishes it. */
int cli_setup_begin(struct cli_setup *, struct mp_setup *);

/* A whole file, NUL-terminated, at most `cap` bytes; NULL with a message if that fails. "-" is
 * standard input. */
char *cli_read_file(const char *path, size_t cap, size_t *len);

/* Can this file be written? Found out before long work for it begins; says what is wrong itself. */
int cli_check_writable(const char *path);

/* The text of a game's rules, which the build embeds; NULL if it has none. */
const char *cli_rules(const struct mp_game *, enum mp_lang, size_t *len);

/* A whole number in a range, or false. */
bool cli_number(const char *text, unsigned long long max, unsigned long long *value);

/* The same for an option; what is none ends the program. */
void cli_read_number(unsigned long long *field, unsigned long long max, const char *text,
                     struct argp_state *);

#endif
