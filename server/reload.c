/* SPDX-License-Identifier: MIT
 *
 * Taking over new settings. Everybody reads them from the server's own, on the loop's thread, so
 * most are simply replaced.
 */
#include "server/reload.h"

#include "server/log.h"
#include "server/net/limit.h"
#include "server/net/tls.h"
#include "server/process.h"

#include <stdio.h>
#include <string.h>

/* Used once, at the start. */
#define LASTING(TEXT, NUMBER)                                                                      \
	TEXT(bind)                                                                                     \
	NUMBER(port) TEXT(data) TEXT(web) NUMBER(workers) NUMBER(connections) NUMBER(tables)

static void keep_lasting(const struct serve_config *old, struct serve_config *fresh)
{
#define TEXT(name)                                                                                 \
	if (strcmp(old->name, fresh->name) != 0)                                                       \
		log_event(LOG_ERROR, "needs_restart", "setting", #name, NULL);                             \
	memcpy(fresh->name, old->name, sizeof fresh->name);
#define NUMBER(name)                                                                               \
	if (old->name != fresh->name)                                                                  \
		log_event(LOG_ERROR, "needs_restart", "setting", #name, NULL);                             \
	fresh->name = old->name;
	LASTING(TEXT, NUMBER)
#undef TEXT
#undef NUMBER
}

/* TLS is there from the start or not at all; the files may change their names. */
static void renew_tls(struct server *server, struct serve_config *fresh)
{
	char why[SERVE_TEXT_MAX + 120];
	const char *wrong = NULL;

	if (!server->tls != !fresh->tls_cert[0]) {
		log_event(LOG_ERROR, "needs_restart", "setting", "tls_cert", NULL);
		memcpy(fresh->tls_cert, server->config.tls_cert, sizeof fresh->tls_cert);
		memcpy(fresh->tls_key, server->config.tls_key, sizeof fresh->tls_key);
	}
	if (!server->tls)
		return;
	wrong = tls_check(fresh->tls_cert, fresh->tls_key, why, sizeof why);
	if (!wrong && tls_renew(server->tls, fresh->tls_cert, fresh->tls_key))
		log_event(LOG_INFO, "certificate_read", "file", fresh->tls_cert, NULL);
	else
		log_event(LOG_ERROR, "certificate_refused", "message", wrong ? why : "", NULL);
}

void reload_take(struct server *server, const struct serve_config *given)
{
	struct serve_config fresh = *given;

	keep_lasting(&server->config, &fresh);
	renew_tls(server, &fresh);
	server->config = fresh;
	limits_set(server->limits, &server->config);
	log_set_level((int)fresh.log_level);
	log_event(LOG_INFO, "reloaded", "file", fresh.file, NULL);
}
