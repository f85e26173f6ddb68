/* SPDX-License-Identifier: MIT
 *
 * Names of people. The letters are those of U+0020–U+017F; no other script is guessed at.
 */
#include "server/people/name.h"

#include <string.h>

#include <metropole/text.h>

/* Base letters of U+00C0 … U+017F, in order; '*' is no letter. */
static const char base[] = "aaaaaaaceeeeiiiidnooooo*ouuuuytsaaaaaaaceeeeiiiidnooooo*ouuuuyty"
						   "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
						   "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
_Static_assert(sizeof base - 1 == 0x180 - 0xc0, "one base letter for each");

/* The code point at *p, moved past it; 0 for what is not UTF-8 of at most two bytes. */
static unsigned next_letter(const char **p)
{
	unsigned char a = (unsigned char)(*p)[0], b;

	if (a < 0x80) {
		++*p;
		return a;
	}
	b = (unsigned char)(*p)[1];
	if (a < 0xc2 || a > 0xdf || (b & 0xc0) != 0x80)
		return 0;
	*p += 2;
	return (a & 0x1fu) << 6 | (b & 0x3fu);
}

/* The small base letter, or 0 for what no name has. */
static char base_of(unsigned letter)
{
	if ((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9'))
		return (char)letter;
	if (letter >= 'A' && letter <= 'Z')
		return (char)(letter - 'A' + 'a');
	if (letter >= 0xc0 && letter - 0xc0 < sizeof base - 1 && base[letter - 0xc0] != '*')
		return base[letter - 0xc0];
	return 0;
}

static bool is_joint(unsigned letter)
{
	return letter == ' ' || letter == '-' || letter == '_' || letter == '.' || letter == '\'';
}

bool name_is_good(const char *name)
{
	size_t letters = 0;
	bool after_joint = true;

	if (strlen(name) >= NAME_BYTES)
		return false;
	for (const char *p = name; *p; letters++) {
		unsigned letter = next_letter(&p);

		if (is_joint(letter) ? after_joint : !base_of(letter))
			return false;
		after_joint = is_joint(letter);
	}
	return !after_joint && letters >= NAME_LETTERS_MIN && letters <= NAME_LETTERS_MAX;
}

void name_key(const char *name, char key[NAME_BYTES])
{
	size_t n = 0;

	for (const char *p = name; *p && n + 1 < NAME_BYTES;) {
		unsigned letter = next_letter(&p);
		char c = base_of(letter);

		if (letter == 0)
			break;
		if (c)
			key[n++] = c;
	}
	key[n] = '\0';
}

void name_write(struct mp_json *json, const char *name, bool is_account, bool is_bot)
{
	mp_json_str(json, "name", name);
	mp_json_bool(json, "account", is_account);
	if (!is_account)
		mp_json_bool(json, "guest", true);
	if (is_bot)
		mp_json_bool(json, "bot", true);
}
