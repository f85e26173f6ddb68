/* SPDX-License-Identifier: MIT
 *
 * Trying a port before libwebsockets is given it, which goes on without one and says nothing.
 */
#include "server/net/listen.h"

#include "server/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct place {
	struct sockaddr_storage name;
	socklen_t len;
};

static struct place place_of(const struct serve_config *config, int port)
{
	struct place place = {.len = sizeof(struct sockaddr_in)};
	struct sockaddr_in *v4 = (struct sockaddr_in *)&place.name;
	struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)&place.name;

	if (strchr(config->bind, ':')) {
		place.len = sizeof *v6;
		v6->sin6_family = AF_INET6;
		v6->sin6_port = htons((uint16_t)port);
		inet_pton(AF_INET6, config->bind, &v6->sin6_addr);
		return place;
	}
	v4->sin_family = AF_INET;
	v4->sin_port = htons((uint16_t)port);
	if (config->bind[0])
		inet_pton(AF_INET, config->bind, &v4->sin_addr);
	return place;
}

static void explain_bind(const struct serve_config *config, int error, char *why, size_t cap)
{
	const char *hint = "";

	if (error == EADDRINUSE)
		hint = " Is another server running there?";
	else if (error == EACCES)
		hint = " Ports below 1024 are for root: take a higher one behind a proxy, or give the "
			   "program CAP_NET_BIND_SERVICE.";
	else if (error == EADDRNOTAVAIL)
		hint = " This machine does not have that address; leave bind empty to listen on all.";
	snprintf(why, cap, "Cannot listen on %s%sport %u: %s.%s", config->bind,
	         config->bind[0] ? ", " : "", config->port, strerror(error), hint);
}

bool listen_can(const struct serve_config *config, char *why, size_t cap)
{
	struct place place = place_of(config, (int)config->port);
	int fd = socket(place.name.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
	bool good = fd >= 0;

	if (good)
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
	good = good && bind(fd, (struct sockaddr *)&place.name, place.len) == 0 && listen(fd, 1) == 0;
	if (!good)
		explain_bind(config, errno, why, cap);
	if (fd >= 0)
		close(fd);
	return good;
}

bool listen_does(const struct serve_config *config, int port)
{
	struct place place = place_of(config, port);
	struct sockaddr_in *v4 = (struct sockaddr_in *)&place.name;
	int fd = socket(place.name.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool good;

	if (v4->sin_family == AF_INET && v4->sin_addr.s_addr == htonl(INADDR_ANY))
		v4->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	good = fd >= 0 && port > 0 && connect(fd, (struct sockaddr *)&place.name, place.len) == 0;
	if (fd >= 0)
		close(fd);
	return good;
}
