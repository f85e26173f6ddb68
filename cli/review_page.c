/* SPDX-License-Identifier: MIT
 *
 * The client as one page (review.html of the embedded client), with a match and its review filled
 * in.
 */
#include "review_page.h"

#include "cli.h"

#include "host/buffer.h"
#include "server/net/static.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char before[] = "<script type=\"application/json\" id=\"review\">";

static const struct static_file *find_page(void)
{
	for (const struct static_file *file = static_files; file->path; file++)
		if (strcmp(file->path, "/review.html") == 0)
			return file;
	return NULL;
}

/* The record and the review as one object. False if memory is short. */
static bool write_content(const struct review *review, struct live *live, struct buffer *record,
                          struct buffer *content)
{
	do {
		if (!buffer_grow(record))
			return false;
		buffer_clear(record);
		mp_record_print(&live->match, MP_ALL, (const char(*)[MP_NAME_MAX])live->names,
		                &record->json.text);
	} while (record->json.text.overflow);
	do {
		if (!buffer_grow(content))
			return false;
		buffer_clear(content);
		mp_json_object(&content->json, NULL);
		mp_json_str(&content->json, "record", record->json.text.buf);
		review_json(review, live, "review", NULL, &content->json);
		mp_json_end_object(&content->json);
	} while (content->json.text.overflow);
	return true;
}

/* A name in it may look like the end of the script. */
static void put_guarded(const char *json, FILE *out)
{
	for (; *json; json++) {
		if (*json == '<')
			fputs("\\u003c", out);
		else
			putc(*json, out);
	}
}

static int write_page(const struct static_file *page, const char *content, const char *path)
{
	size_t size = (size_t)(page->end - page->begin);
	const char *bytes = (const char *)page->begin;
	const char *at = memmem(bytes, size, before, strlen(before));
	FILE *out = at ? fopen(path, "w") : NULL;
	bool good;

	if (!out)
		return cli_fail(CLI_SYSTEM, "%s: %s", path, strerror(errno));
	at += strlen(before);
	fwrite(bytes, 1, (size_t)(at - bytes), out);
	put_guarded(content, out);
	fwrite(at, 1, size - (size_t)(at - bytes), out);
	good = !ferror(out);
	if (fclose(out) != 0 || !good)
		return cli_fail(CLI_SYSTEM, "%s: %s", path, strerror(errno));
	return CLI_OK;
}

int review_page(const struct review *review, struct live *live, const char *path)
{
	const struct static_file *page = find_page();
	struct buffer record = {0}, content = {0};
	int code;

	if (!page)
		return cli_fail(
			CLI_FAILED, "%s",
			tr("this program was built without the browser client, which a page needs"));
	if (write_content(review, live, &record, &content))
		code = write_page(page, content.json.text.buf, path);
	else
		code = cli_fail(CLI_SYSTEM, "%s", tr("there is not enough memory"));
	buffer_release(&record);
	buffer_release(&content);
	return code;
}
