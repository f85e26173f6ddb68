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

enum { SETTINGS_MAX = 64, KEY_SETTING = 1000, KEY_CONFIG = 999 };

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct serve_config *config = state->input;
	char why[320];
	bool good;

	if (key == KEY_CONFIG)
		good = serve_config_read(config, arg, why, sizeof why);
	else if (key >= KEY_SETTING && key < KEY_SETTING + SETTINGS_MAX)
		good =
			serve_config_set(config, serve_settings[key - KEY_SETTING].name, arg, why, sizeof why);
	else
		return ARGP_ERR_UNKNOWN;
	if (!good)
		argp_error(state, "%s", why);
	return 0;
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

static void *wait_for_signal(void *arg)
{
	sigset_t set;
	int signal;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigwait(&set, &signal);
	server_stop(arg);
	return NULL;
}

/* Before any thread begins, so that all of them leave these signals to the one that waits. */
static void block_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a full disk, not the end */
}

static void say_where(const struct serve_config *config, int port)
{
	char url[SERVE_TEXT_MAX + 32];
	bool is_local = !config->bind[0] || strcmp(config->bind, "127.0.0.1") == 0;

	if (config->public_url[0])
		snprintf(url, sizeof url, "%s", config->public_url);
	else
		snprintf(url, sizeof url, "%s://%s:%d", config->tls_cert[0] ? "https" : "http",
		         is_local ? "localhost" : config->bind, port);
	printf(tr("Metropole is open at %s (data: %s). Ctrl-C stops it."), url, config->data);
	putchar('\n');
	fflush(stdout);
}

static int serve(const struct serve_config *config)
{
	char why[320];
	struct server *server;
	pthread_t waiter;
	int code;

	block_signals();
	server = server_new(config, NULL, why, sizeof why);
	if (!server)
		return cli_fail(CLI_SYSTEM, "%s", why);
	if (pthread_create(&waiter, NULL, wait_for_signal, server) != 0) {
		server_free(server);
		return cli_fail(CLI_SYSTEM, "%s", tr("a thread could not be had"));
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
	struct argp_option options[SETTINGS_MAX + 2];
	char names[SETTINGS_MAX][40];
	struct argp argp = {
		.options = options,
		.parser = parse,
		.doc = N_("Serves the games to browsers, with all data in one file."),
	};
	struct serve_config config;

	make_options(options, names);
	serve_config_init(&config);
	cli_parse(&argp, argc, argv, &config);
	return serve(&config);
}
