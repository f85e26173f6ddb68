/* SPDX-License-Identifier: MIT
 *
 * Files of the browser client: those in the program, or in a folder while it is being worked on.
 */
#include "server/net/http.h"
#include "server/process.h"
#include "server/net/static.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX = 16 * 1024 * 1024 };

static const char *type_of(const char *path)
{
	static const char *const types[][2] = {
		{".html", "text/html; charset=utf-8"},
		{".js", "text/javascript; charset=utf-8"},
		{".mjs", "text/javascript; charset=utf-8"},
		{".css", "text/css; charset=utf-8"},
		{".json", "application/json"},
		{".webmanifest", "application/manifest+json"},
		{".wasm", "application/wasm"},
		{".svg", "image/svg+xml"},
		{".png", "image/png"},
		{".ico", "image/x-icon"},
		{".woff2", "font/woff2"},
		{".txt", "text/plain; charset=utf-8"},
	};
	const char *dot = strrchr(path, '.');

	for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
		if (strcmp(types[i][0], dot) == 0)
			return types[i][1];
	return "application/octet-stream";
}

static bool answer_embedded(struct http_request *request, const char *path)
{
	const struct static_file *file = static_files;

	while (file->path && strcmp(file->path, path) != 0)
		file++;
	if (!file->path)
		return false;
	request->type = type_of(path);
	request->lasting = (const char *)file->begin;
	request->len = (size_t)(file->end - file->begin);
	request->status = 200;
	request->is_cacheable = true;
	snprintf(request->etag, sizeof request->etag, "\"%s\"", file->etag);
	if (strcmp(request->etag, request->etag_asked) == 0) {
		request->status = 304;
		request->len = 0;
	}
	request->is_answered = true;
	return true;
}

static char *read_page(int fd, size_t size)
{
	char *bytes = malloc(size + 1);
	size_t n = 0;
	ssize_t got = 1;

	while (bytes && n < size && got > 0) {
		got = read(fd, bytes + n, size - n);
		n += got > 0 ? (size_t)got : 0;
	}
	if (n == size)
		return bytes;
	free(bytes);
	return NULL;
}

static bool answer_from_folder(struct http_request *request, const char *path)
{
	char full[SERVE_TEXT_MAX + HTTP_PATH_MAX];
	struct stat stat;
	int fd;

	snprintf(full, sizeof full, "%s%s", request->server->config.web, path);
	fd = open(full, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0)
		return false;
	if (fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode) && stat.st_size <= FILE_MAX)
		request->owned = read_page(fd, (size_t)stat.st_size);
	close(fd);
	if (!request->owned)
		return false;
	request->len = (size_t)stat.st_size;
	request->type = type_of(path);
	request->status = 200;
	request->is_answered = true;
	return true;
}

static bool answer_file(struct http_request *request, const char *path)
{
	if (request->server->config.web[0])
		return answer_from_folder(request, path);
	return answer_embedded(request, path);
}

static const char no_client[] =
	"<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Metropole</title>"
	"<p>This server was built without its pages. Its host can build it with them, or name a folder "
	"of pages in the setting <code>web</code>.</p>"
	"<p lang=\"fr\">Ce serveur a été compilé sans ses pages. Son hôte peut le compiler avec "
	"elles, ou nommer un dossier de pages dans le réglage <code>web</code>.</p></html>";

bool static_has(const struct http_request *request)
{
	return strncmp(request->path, "/api/", 5) != 0 && strcmp(request->path, "/metrics") != 0 &&
	       strcmp(request->path, "/healthz") != 0;
}

/* Addresses of the client's own pages have no dot in their last part and get its front page. */
void static_answer(struct http_request *request)
{
	const char *path = request->path, *last = strrchr(path, '/');

	if (path[0] != '/' || strstr(path, "..")) {
		http_refuse(request, 404, "not_found", "There is nothing at this address.");
		return;
	}
	if (last[1] && answer_file(request, path))
		return;
	if (strchr(last, '.')) {
		http_refuse(request, 404, "not_found", "There is nothing at this address.");
		return;
	}
	if (!answer_file(request, "/index.html"))
		http_answer(request, 200, "text/html; charset=utf-8", no_client, sizeof no_client - 1);
}
