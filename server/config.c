/* SPDX-License-Identifier: MIT
 *
 * Settings by name, from flags or a file. Knows their names and bounds, not what they do.
 */
#include "server/server.h"

#include "server/config_check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct field {
	size_t offset;
	bool is_text;
	const char *text;
	uint32_t number, least, most;
};

#define TEXT(name, preset, about) {offsetof(struct serve_config, name), true, preset, 0, 0, 0},
#define NUMBER(name, preset, least, most, about)                                                   \
	{offsetof(struct serve_config, name), false, "", preset, least, most},
static const struct field fields[] = {SERVE_SETTINGS(TEXT, NUMBER)};
#undef TEXT
#undef NUMBER

#define TEXT(name, preset, about)                {#name, about, preset, true},
#define NUMBER(name, preset, least, most, about) {#name, about, #preset, false},
const struct serve_setting serve_settings[] = {SERVE_SETTINGS(TEXT, NUMBER){0}};
#undef TEXT
#undef NUMBER

enum { FIELDS = SERVE_SETTINGS_COUNT };

static void put_number(struct serve_config *config, const struct field *field, uint32_t value)
{
	memcpy((char *)config + field->offset, &value, sizeof value);
}

void serve_config_init(struct serve_config *config)
{
	*config = (struct serve_config){0};
	for (size_t i = 0; i < FIELDS; i++) {
		if (fields[i].is_text)
			memcpy((char *)config + fields[i].offset, fields[i].text, strlen(fields[i].text) + 1);
		else
			put_number(config, &fields[i], fields[i].number);
	}
}

/* `public-url` and `public_url` are one name. */
static bool is_setting(const char *a, const char *b)
{
	for (; *a && *b; a++, b++)
		if (*a != *b && !(*a == '_' && *b == '-'))
			return false;
	return *a == *b;
}

static bool set_setting(struct serve_config *config, size_t i, const char *value, char *why,
                        size_t cap)
{
	char text[SERVE_TEXT_MAX] = {0};
	size_t len = strlen(value);

	if (len >= SERVE_TEXT_MAX) {
		snprintf(why, cap, "%s takes at most %d bytes.", serve_settings[i].name,
		         SERVE_TEXT_MAX - 1);
		return false;
	}
	memcpy(text, value, len);
	if (!config_check_text(serve_settings[i].name, text, why, cap))
		return false;
	memcpy((char *)config + fields[i].offset, text, sizeof text);
	return true;
}

static size_t setting_index(const char *name)
{
	size_t i = 0;

	while (i < FIELDS && !is_setting(serve_settings[i].name, name))
		i++;
	return i;
}

unsigned serve_config_line(const struct serve_config *config, const char *name)
{
	size_t i = setting_index(name);

	return i < FIELDS ? config->line[i] : 0;
}

bool serve_config_set(struct serve_config *config, const char *name, const char *value, char *why,
                      size_t cap)
{
	size_t i = setting_index(name);
	char *end;
	unsigned long number;

	if (i == FIELDS) {
		snprintf(why, cap, "There is no setting called %.40s.", name);
		return false;
	}
	config->line[i] = 0;
	if (fields[i].is_text)
		return set_setting(config, i, value, why, cap);
	number = strtoul(value, &end, 10);
	if (*value < '0' || *value > '9' || *end || number < fields[i].least ||
	    number > fields[i].most) {
		snprintf(why, cap, "%s takes a whole number from %u to %u.", serve_settings[i].name,
		         fields[i].least, fields[i].most);
		return false;
	}
	put_number(config, &fields[i], (uint32_t)number);
	return true;
}

/* Cuts comment and surrounding blanks off; returns where the text begins. */
static char *trim_setting(char *text)
{
	char *end;

	while (*text == ' ' || *text == '\t')
		text++;
	end = text + strcspn(text, "#\r\n");
	while (end > text && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	*end = '\0';
	return text;
}

static bool read_setting_line(struct serve_config *config, char *line, unsigned number, char *why,
                              size_t cap)
{
	char *name = trim_setting(line), *value = strchr(name, '=');

	if (!*name)
		return true;
	if (!value) {
		snprintf(why, cap, "a line is `name = value`.");
		return false;
	}
	*value++ = '\0';
	name = trim_setting(name);
	if (!serve_config_set(config, name, trim_setting(value), why, cap))
		return false;
	config->line[setting_index(name)] = (uint16_t)number;
	return true;
}

bool serve_config_read(struct serve_config *config, const char *path, char *why, size_t cap)
{
	char line[1024], reason[200];
	FILE *file = fopen(path, "r");
	bool good = true;

	if (!file) {
		snprintf(why, cap, "Cannot read %s: %s.", path, strerror(errno));
		return false;
	}
	snprintf(config->file, sizeof config->file, "%s", path);
	for (unsigned n = 1; good && fgets(line, sizeof line, file); n++) {
		good = read_setting_line(config, line, n, reason, sizeof reason);
		if (!good)
			snprintf(why, cap, "%s, line %u: %s", path, n, reason);
	}
	fclose(file);
	return good;
}
