/* SPDX-License-Identifier: MIT
 *
 * Signs of life, by the system's clock: no game's.
 */
#include "server/net/alive.h"

#include "server/net/conn.h"
#include "server/process.h"

#include <libwebsockets.h>

enum { CHECK_US = 1000000, STOOD_STILL_US = 2000000 };

void alive_heard(struct conn *conn)
{
	conn->alive_us = server_now_us();
	conn->asked_us = 0;
	conn->is_to_ask = false;
}

static void check(struct conn *conn, uint64_t now, uint64_t silence, bool stood_still)
{
	uint64_t patience = silence / 2 + CHECK_US; /* until it is asked; the rest is for the answer */

	if (conn->asked_us && stood_still)
		conn->asked_us = now; /* what it has answered meanwhile was not read */
	if (conn->asked_us && now >= conn->asked_us + silence - patience) {
		conn_close(conn);
	} else if (!conn->asked_us && now >= conn->alive_us + patience) {
		conn->asked_us = now;
		conn->is_to_ask = true;
		lws_callback_on_writable(conn->wsi);
	}
}

void alive_check(struct server *server)
{
	const struct conns *conns = server->conns;
	uint64_t now = server_now_us(), silence = (uint64_t)server->config.silence_seconds * 1000000;
	bool stood_still = now > server->next_alive + STOOD_STILL_US;

	if (now < server->next_alive)
		return;
	server->next_alive = now + CHECK_US;
	for (uint32_t i = 0; i < conns->cap; i++)
		if (conns->slot[i] && conns->slot[i]->wsi && !conns->slot[i]->is_closing)
			check(conns->slot[i], now, silence, stood_still);
}

bool alive_ask(struct conn *conn)
{
	unsigned char frame[LWS_PRE + 1] = {0}; /* the library does not tell of an empty answer */

	conn->is_to_ask = false;
	lws_callback_on_writable(conn->wsi);
	return lws_write(conn->wsi, frame + LWS_PRE, 1, LWS_WRITE_PING) >= 0;
}
