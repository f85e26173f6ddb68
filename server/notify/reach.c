/* SPDX-License-Identifier: MIT
 *
 * libcurl, held short: no redirects, no proxies, no protocols but the one that is meant, nothing of
 * the answer but its status.
 */
#include "server/notify/reach.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HOST_MAX = 254, CONNECT_SECONDS = 5 };

static pthread_once_t begun = PTHREAD_ONCE_INIT;
static bool is_ready;

static void begin_curl(void)
{
	is_ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

/* Most servers write to nobody for hours, and some never: what libcurl sets up for good, two
 * megabytes of TLS among it, waits for the first who is written to. */
static CURL *new_handle(void)
{
	pthread_once(&begun, begin_curl);
	return is_ready ? curl_easy_init() : NULL;
}

static bool is_public_4(uint32_t a)
{
	static const struct {
		uint32_t net;
		int bits;
	} own[] = {
		{0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},  {0xa9fe0000, 16},
		{0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24}, {0xc0a80000, 16}, {0xc6120000, 15},
		{0xc6336400, 24}, {0xcb007100, 24}, {0xe0000000, 3},
	};

	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (a >> (32 - own[i].bits) == own[i].net >> (32 - own[i].bits))
			return false;
	return true;
}

/* 2000::/3 is all that is given out; ways back to IPv4 and examples are in it. */
static bool is_public_6(const uint8_t a[16])
{
	bool is_teredo = a[0] == 0x20 && a[1] == 1 && a[2] == 0 && a[3] == 0;
	bool is_6to4 = a[0] == 0x20 && a[1] == 2;
	bool is_example = a[0] == 0x20 && a[1] == 1 && a[2] == 0x0d && a[3] == 0xb8;

	return a[0] >> 5 == 1 && !is_teredo && !is_6to4 && !is_example;
}

bool reach_is_public_address(const struct sockaddr *address)
{
	struct sockaddr_in four;
	struct sockaddr_in6 six;

	if (address->sa_family == AF_INET) {
		memcpy(&four, address, sizeof four);
		return is_public_4(ntohl(four.sin_addr.s_addr));
	}
	if (address->sa_family != AF_INET6)
		return false;
	memcpy(&six, address, sizeof six);
	return is_public_6(six.sin6_addr.s6_addr);
}

/* A name with a dot, whose last part is letters (so no number in disguise) and not one that is
 * used at home only. */
static bool is_public_name(const char *host)
{
	static const char *const own[] = {".localhost", ".local",     ".internal", ".lan",
	                                  ".home",      ".home.arpa", ".invalid",  ".test",
	                                  ".intranet",  ".corp",      ".onion"};
	size_t len = strlen(host);
	const char *last = strrchr(host, '.');

	if (!last || last == host || !isalpha((unsigned char)last[1]))
		return false;
	for (const char *c = host; *c; c++)
		if (!isalnum((unsigned char)*c) && *c != '-' && *c != '.')
			return false;
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (len > strlen(own[i]) && strcasecmp(host + len - strlen(own[i]), own[i]) == 0)
			return false;
	return true;
}

static bool is_public_host(const char *host)
{
	struct sockaddr_in four = {.sin_family = AF_INET};
	struct sockaddr_in6 six = {.sin6_family = AF_INET6};
	char inner[HOST_MAX];
	size_t len = strlen(host);

	if (host[0] == '[') {
		if (host[len - 1] != ']')
			return false;
		memcpy(inner, host + 1, len - 2);
		inner[len - 2] = '\0';
		return inet_pton(AF_INET6, inner, &six.sin6_addr) == 1 &&
		       reach_is_public_address((struct sockaddr *)&six);
	}
	if (inet_pton(AF_INET, host, &four.sin_addr) == 1)
		return reach_is_public_address((struct sockaddr *)&four);
	return is_public_name(host);
}

bool reach_is_public(const char *url)
{
	char host[HOST_MAX];
	const char *at = url + 8;
	size_t len;

	if (strncmp(url, "https://", 8) != 0)
		return false;
	for (const char *c = url; *c; c++)
		if (*c <= ' ' || *c > '~' || strchr("\"\\<>`{}|^", *c))
			return false;
	len = *at == '[' ? strcspn(at, "]") + 1 : strcspn(at, "/?#:@");
	if (len == 0 || len >= sizeof host || !at[len])
		return false;
	memcpy(host, at, len);
	host[len] = '\0';
	at += len;
	if (*at == ':')
		at += 1 + strspn(at + 1, "0123456789");
	return *at == '/' && is_public_host(host);
}

/* The last word: whatever the name was, this is where it leads. */
static curl_socket_t open_socket(void *may_be_private, curlsocktype purpose,
                                 struct curl_sockaddr *address)
{
	(void)purpose;
	if (!*(const bool *)may_be_private && !reach_is_public_address(&address->addr))
		return CURL_SOCKET_BAD;
	return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static size_t ignore_body(char *bytes, size_t size, size_t n, void *seen)
{
	enum { MOST = 64 * 1024 };
	size_t *total = seen;

	(void)bytes;
	*total += size * n;
	return *total > MOST ? 0 : size * n;
}

static int is_given_up(void *flag, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
	(void)a, (void)b, (void)c, (void)d;
	return atomic_load((const atomic_bool *)flag);
}

static void hold_short(CURL *curl, const bool *may_be_private, const atomic_bool *gives_up)
{
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_PROXY, "");
	curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)REACH_SECONDS);
	curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
	curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, may_be_private);
	curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
	curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, is_given_up);
	curl_easy_setopt(curl, CURLOPT_XFERINFODATA, gives_up);
}

long reach_post(const struct reach_post *post)
{
	CURL *curl = new_handle();
	struct curl_slist *headers = NULL, *more;
	size_t seen = 0;
	long status = 0;
	bool good = curl != NULL;

	for (int i = 0; good && i < REACH_HEADERS && post->headers[i]; i++) {
		more = curl_slist_append(headers, post->headers[i]);
		good = more != NULL;
		headers = good ? more : headers;
	}
	if (good) {
		hold_short(curl, &post->may_be_private, post->gives_up);
		curl_easy_setopt(curl, CURLOPT_URL, post->url);
		curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR,
		                 post->may_be_private ? "http,https" : "https");
		curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
		curl_easy_setopt(curl, CURLOPT_POST, 1L);
		curl_easy_setopt(curl, CURLOPT_POSTFIELDS, post->body);
		curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)post->len);
		curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, ignore_body);
		curl_easy_setopt(curl, CURLOPT_WRITEDATA, &seen);
		if (curl_easy_perform(curl) == CURLE_OK)
			curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
	}
	curl_slist_free_all(headers);
	curl_easy_cleanup(curl);
	return status;
}

struct reading {
	const char *at;
	size_t left;
};

static size_t read_some(char *out, size_t size, size_t n, void *ctx)
{
	struct reading *reading = ctx;
	size_t len = size * n < reading->left ? size * n : reading->left;

	memcpy(out, reading->at, len);
	reading->at += len;
	reading->left -= len;
	return len;
}

/* <games@example.net>, of a sender with or without a name. */
static void bare_address(const char *from, char *out, size_t cap)
{
	const char *open = strrchr(from, '<');
	size_t len = open ? strcspn(open + 1, ">") : strlen(from);

	snprintf(out, cap, "<%.*s>", (int)len, open ? open + 1 : from);
}

static bool is_this_machine(const char *url)
{
	const char *host = strstr(url, "://") + 3;
	size_t len = strcspn(host, ":/");

	return (len == 9 && strncmp(host, "127.0.0.1", 9) == 0) ||
	       (len == 9 && strncmp(host, "localhost", 9) == 0);
}

bool reach_mail(const struct reach_mail *mail)
{
	static const bool may_be_private = true; /* the host's own choice */
	CURL *curl = new_handle();
	struct curl_slist *to = NULL;
	struct reading reading = {.at = mail->text, .left = strlen(mail->text)};
	char from[300], rcpt[300];
	bool good;

	bare_address(mail->from, from, sizeof from);
	bare_address(mail->to, rcpt, sizeof rcpt);
	to = curl ? curl_slist_append(NULL, rcpt) : NULL;
	good = to != NULL;
	if (good) {
		hold_short(curl, &may_be_private, mail->gives_up);
		curl_easy_setopt(curl, CURLOPT_URL, mail->url);
		curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
		curl_easy_setopt(curl, CURLOPT_USE_SSL,
		                 (long)(is_this_machine(mail->url) ? CURLUSESSL_TRY : CURLUSESSL_ALL));
		if (mail->user[0]) {
			curl_easy_setopt(curl, CURLOPT_USERNAME, mail->user);
			curl_easy_setopt(curl, CURLOPT_PASSWORD, mail->password);
		}
		curl_easy_setopt(curl, CURLOPT_MAIL_FROM, from);
		curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, to);
		curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
		curl_easy_setopt(curl, CURLOPT_READFUNCTION, read_some);
		curl_easy_setopt(curl, CURLOPT_READDATA, &reading);
		good = curl_easy_perform(curl) == CURLE_OK;
	}
	curl_slist_free_all(to);
	curl_easy_cleanup(curl);
	return good;
}
