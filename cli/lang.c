/* SPDX-License-Identifier: MIT
 *
 * Messages by language. The catalogues are compiled from the .po files by the build.
 */
#include "lang.h"

#include "cli.h"

#include <stdlib.h>
#include <string.h>

struct message {
	const char *id, *text;
};

#include "catalogue_fr.h"

static enum mp_lang lang = MP_EN; /* set before any command runs, constant afterwards */

enum mp_lang cli_lang(void)
{
	return lang;
}

bool lang_set(const char *name)
{
	if (strncmp(name, "fr", 2) == 0 && !(name[2] >= 'a' && name[2] <= 'z')) {
		lang = MP_FR;
		return true;
	}
	lang = MP_EN;
	return strncmp(name, "en", 2) == 0 || strcmp(name, "C") == 0;
}

void lang_from_environment(void)
{
	static const char *const names[] = {"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = getenv(names[i]);

		if (value && *value) {
			lang_set(value);
			return;
		}
	}
}

static int compare_messages(const void *key, const void *message)
{
	return strcmp(key, ((const struct message *)message)->id);
}

const char *tr(const char *english)
{
	const struct message *found;

	if (lang == MP_EN)
		return english;
	found = bsearch(english, catalogue_fr, sizeof catalogue_fr / sizeof *catalogue_fr,
	                sizeof *catalogue_fr, compare_messages);
	return found ? found->text : english;
}
