/* SPDX-License-Identifier: MIT
 *
 * write_nets GAME OUTPUT: what was trained for a game, as the file that a browser fetches with it.
 * Of all numbers, which have 32 bits, the lowest bytes come first, then the second ones, and so on:
 * bytes of one kind are alike, and the file is a sixth smaller once it is compressed.
 */
#include <metropole/game.h>

#include <stdio.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "swap the bytes here");

static bool write_planes(const struct mp_game *game, FILE *out)
{
	const unsigned char *bytes = game->nets;

	for (size_t plane = 0; plane < 4; plane++)
		for (size_t i = plane; i < game->nets_size; i += 4)
			if (fputc(bytes[i], out) == EOF)
				return false;
	return fclose(out) == 0;
}

int main(int argc, char **argv)
{
	const struct mp_game *game = argc == 3 ? mp_game_find(argv[1]) : NULL;
	FILE *out = game && game->nets ? fopen(argv[2], "wb") : NULL;

	if (!out || !write_planes(game, out)) {
		fprintf(stderr, "usage: write_nets GAME OUTPUT, for a game that has nets\n");
		return 1;
	}
	return 0;
}
