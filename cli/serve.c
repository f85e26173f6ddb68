/* SPDX-License-Identifier: MIT
 *
 * `metropole serve`: reads its settings, starts the server, stops it when the system asks.
 */
#include "cli.h"

#include "commands.h"
#include "server/server.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS_MAX = 100, KEY_SETTING = 1000, KEY_CONFIG = 999, WHY_BYTES = 640 };

/* What the command line says, to be said again when the settings are read anew. */
struct arguments {
	struct serve_config config;
	int n;
	struct {
		int key;
		const char *arg;
	} given[ARGUMENTS_MAX];
};

static bool take_setting(struct serve_config *config, int key, const char *arg, char *why,
                         size_t cap)
{
	if (key == KEY_CONFIG)
		return serve_config_read(config, arg, why, cap);
	return serve_config_set(config, serve_settings[key - KEY_SETTING].name, arg, why, cap);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	char why[WHY_BYTES];

	if (key != KEY_CONFIG && (key < KEY_SETTING || key >= KEY_SETTING + SERVE_SETTINGS_COUNT))
		return ARGP_ERR_UNKNOWN;
	if (arguments->n == ARGUMENTS_MAX)
		argp_error(state, "%s", tr("too many flags"));
	arguments->given[arguments->n].key = key;
	arguments->given[arguments->n++].arg = arg;
	if (!take_setting(&arguments->config, key, arg, why, sizeof why))
		argp_error(state, "%s", why);
	return 0;
}

/* From the beginning, as at the start. */
static bool read_again(const struct arguments *arguments, struct serve_config *config, char *why,
                       size_t cap)
{
	serve_config_init(config);
	for (int i = 0; i < arguments->n; i++)
		if (!take_setting(config, arguments->given[i].key, arguments->given[i].arg, why, cap))
			return false;
	return serve_config_check(config, why, cap);
}

/* --public-url for public_url, and so on for every setting. */
static void make_options(struct argp_option *options, char (*names)[40])
{
	*options++ = (struct argp_option){
		"config", KEY_CONFIG, "FILE", 0, N_("read settings from FILE: name = value, # comments"),
		0};
	for (int i = 0; serve_settings[i].name; i++) {
		snprintf(names[i], sizeof names[i], "%s", serve_settings[i].name);
		for (char *c = names[i]; *c; c++)
			*c = *c == '_' ? '-' : *c;
		*options++ = (struct argp_option){
			names[i], KEY_SETTING + i,         serve_settings[i].is_text ? "TEXT" : "N",
			0,        serve_settings[i].about, 0};
	}
	*options = (struct argp_option){0};
}

struct post {
	struct server *server;
	const struct arguments *arguments;
};

static void reload_config(const struct post *post)
{
	struct serve_config config;
	char why[WHY_BYTES];

	if (read_again(post->arguments, &config, why, sizeof why))
		server_reload(post->server, &config);
	else
		fprintf(stderr, tr("metropole: settings are left as they are: %s\n"), why);
}

static sigset_t stop_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	return set;
}

static void *wait_for_signal(void *arg)
{
	sigset_t set = stop_signals();
	int signal;

	while (sigwait(&set, &signal) == 0 && signal == SIGHUP)
		reload_config(arg);
	server_stop(((struct post *)arg)->server);
	return NULL;
}

/* Before any thread begins, so that all of them leave these signals to the one that waits. */
static void block_signals(void)
{
	sigset_t set = stop_signals();

	pthread_sigmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a full disk, not the end */
}

static void say_where(const struct serve_config *config, int port)
{
	char url[SERVE_TEXT_MAX + 32];
	bool is_local = !config->bind[0] || strcmp(config->bind, "127.0.0.1") == 0;
	bool is_v6 = strchr(config->bind, ':') != NULL;

	if (config->public_url[0])
		snprintf(url, sizeof url, "%s", config->public_url);
	else
		snprintf(url, sizeof url, "%s://%s%s%s:%d", config->tls_cert[0] ? "https" : "http",
		         is_v6 ? "[" : "", is_local ? "localhost" : config->bind, is_v6 ? "]" : "", port);
	printf(tr("Metropole is open at %s (data: %s). Ctrl-C stops it."), url, config->data);
	putchar('\n');
	fflush(stdout);
}

static int serve_people(const struct arguments *arguments)
{
	const struct serve_config *config = &arguments->config;
	char why[WHY_BYTES];
	struct post post = {.arguments = arguments};
	struct server *server;
	pthread_t waiter;
	int code;

	if (!serve_config_check(config, why, sizeof why))
		return cli_fail(CLI_USAGE, "%s", why);
	block_signals();
	server = server_new(config, NULL, why, sizeof why);
	if (!server)
		return cli_fail(CLI_SYSTEM, "%s", why);
	post.server = server;
	if (pthread_create(&waiter, NULL, wait_for_signal, &post) != 0) {
		server_free(server);
		return cli_fail(CLI_SYSTEM, "%s", tr("no thread could be started"));
	}
	say_where(config, server_port(server));
	code = server_run(server);
	pthread_cancel(waiter);
	pthread_join(waiter, NULL);
	server_free(server);
	return code ? CLI_SYSTEM : CLI_OK;
}

int run_serve(int argc, char **argv)
{
	struct argp_option options[SERVE_SETTINGS_COUNT + 2];
	char names[SERVE_SETTINGS_COUNT][40];
	struct argp argp = {
		.options = options,
		.parser = parse,
		.doc = N_("Serves the games to browsers, with all data in one file."),
	};
	static struct arguments arguments;

	make_options(options, names);
	serve_config_init(&arguments.config);
	cli_parse(&argp, argc, argv, &arguments);
	return serve_people(&arguments);
}
