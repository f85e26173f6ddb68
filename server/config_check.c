/* SPDX-License-Identifier: MIT
 *
 * Are the settings good? Each text by itself, when it is set, and all together before the server
 * starts. Whatever is wrong is told with where it was set and what would be right.
 */
#include "server/config_check.h"

#include "server/net/tls.h"
#include "server/store/store.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool complain_of(char *why, size_t cap, const char *text)
{
	snprintf(why, cap, "%s", text);
	return false;
}

static bool check_bind(char *value, char *why, size_t cap)
{
	uint8_t bytes[16];

	if (strcmp(value, "localhost") == 0)
		strcpy(value, "127.0.0.1");
	if (!*value || inet_pton(AF_INET, value, bytes) == 1 || inet_pton(AF_INET6, value, bytes) == 1)
		return true;
	return complain_of(why, cap,
	                   "bind takes an address of this machine, such as 127.0.0.1 or ::1, without "
	                   "quotes; empty for all.");
}

/* A name, or an address, IPv6 in brackets; then perhaps a port. */
static bool is_authority(const char *host)
{
	size_t name = strspn(host, "abcdefghijklmnopqrstuvwxyz0123456789.-");
	size_t digits;

	if (host[0] == '[') {
		name = strspn(host + 1, "0123456789abcdef:.") + 1;
		if (host[name] != ']')
			return false;
		name++;
	}
	if (name == 0 || !host[name])
		return name > 0;
	digits = strspn(host + name + 1, "0123456789");
	return host[name] == ':' && digits > 0 && digits < 6 && !host[name + 1 + digits];
}

static void cut_end(char *text, const char *end)
{
	size_t len = strlen(text), n = strlen(end);

	if (len > n && strcmp(text + len - n, end) == 0)
		text[len - n] = '\0';
}

/* As browsers write an origin: small letters, no slash at the end, no port that goes without
 * saying. */
static bool check_public_url(char *value, char *why, size_t cap)
{
	const char *host;

	if (!*value)
		return true;
	for (char *c = value; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	cut_end(value, "/");
	host = strncmp(value, "https://", 8) == 0  ? value + 8
	       : strncmp(value, "http://", 7) == 0 ? value + 7
	                                           : "";
	if (!is_authority(host))
		return complain_of(why, cap,
		                   "public_url takes what players type, such as https://games.example.net: "
		                   "https:// or http://, the name, and nothing after it.");
	if (strcmp(host, "metropole.example.org") == 0)
		return complain_of(why, cap,
		                   "public_url is still that of the example; put your own name in.");
	cut_end(value, value[4] == 's' ? ":443" : ":80");
	return true;
}

bool config_check_text(const char *name, char value[SERVE_TEXT_MAX], char *why, size_t cap)
{
	if (strcmp(name, "bind") == 0)
		return check_bind(value, why, cap);
	if (strcmp(name, "public_url") == 0)
		return check_public_url(value, why, cap);
	if (strcmp(name, "data") == 0 && !*value)
		return complain_of(why, cap, "data takes the name of a file.");
	return true;
}

/* Says where the setting was made, then what is wrong with it; false. */
static bool blame_setting(const struct serve_config *config, const char *name, char *why,
                          size_t cap, const char *format, ...)
{
	char reason[SERVE_TEXT_MAX + 160];
	va_list args;
	unsigned line = serve_config_line(config, name);

	va_start(args, format);
	vsnprintf(reason, sizeof reason, format, args);
	va_end(args);
	if (line)
		snprintf(why, cap, "%s, line %u: %s: %s", config->file, line, name, reason);
	else
		snprintf(why, cap, "%s: %s", name, reason);
	return false;
}

static bool check_tls(const struct serve_config *config, char *why, size_t cap)
{
	const char *cert = config->tls_cert, *key = config->tls_key, *wrong;
	char reason[SERVE_TEXT_MAX + 120];

	if (!*cert && !*key)
		return true;
	if (!*cert || !*key)
		return blame_setting(config, *cert ? "tls_cert" : "tls_key", why, cap,
		                     "a certificate and its key go together; set %s too.",
		                     *cert ? "tls_key" : "tls_cert");
	wrong = tls_check(cert, key, reason, sizeof reason);
	return !wrong || blame_setting(config, wrong, why, cap, "%s", reason);
}

static bool check_web(const struct serve_config *config, char *why, size_t cap)
{
	char path[SERVE_TEXT_MAX + 16];

	if (!config->web[0])
		return true;
	snprintf(path, sizeof path, "%s/index.html", config->web);
	return access(path, R_OK) == 0 ||
	       blame_setting(
			   config, "web", why, cap,
			   "there is no %s to read. Name the folder of the built client, or leave it out for "
			   "the one in the program.",
			   path);
}

static bool check_folder(const struct serve_config *config, char *why, size_t cap)
{
	char folder[SERVE_TEXT_MAX];
	struct stat about;
	char *slash;

	if (config->workers == 0 && !store_is_shared(config->data))
		return blame_setting(config, "workers", why, cap,
		                     "0 is for servers on PostgreSQL, where metropole work thinks.");
	if (strncmp(config->data, "file:", 5) == 0 || store_is_shared(config->data))
		return true;
	strcpy(folder, config->data);
	slash = strrchr(folder, '/');
	if (!slash)
		strcpy(folder, ".");
	else
		slash[slash == folder] = '\0';
	if (stat(config->data, &about) == 0 && S_ISDIR(about.st_mode))
		return blame_setting(config, "data", why, cap, "%s is a folder; name a file in it.",
		                     config->data);
	if (stat(folder, &about) != 0 || !S_ISDIR(about.st_mode))
		return blame_setting(config, "data", why, cap, "there is no folder %s. Make it first.",
		                     folder);
	return true;
}

static bool check_mail(const struct serve_config *config, char *why, size_t cap)
{
	const char *url = config->smtp_url;

	if (!*url)
		return true;
	if (strncmp(url, "smtp://", 7) != 0 && strncmp(url, "smtps://", 8) != 0)
		return blame_setting(
			config, "smtp_url", why, cap,
			"takes smtps://, or smtp:// for STARTTLS, and the name of the mail server.");
	if (!strchr(config->smtp_from, '@'))
		return blame_setting(config, "smtp_url", why, cap,
		                     "mails need a sender; set smtp_from to an address.");
	return config->public_url[0] ||
	       blame_setting(config, "smtp_url", why, cap,
	                     "mails hold links; set public_url to what players type.");
}

bool serve_config_check(const struct serve_config *config, char *why, size_t cap)
{
	return check_tls(config, why, cap) && check_web(config, why, cap) &&
	       check_folder(config, why, cap) && check_mail(config, why, cap);
}
