/* SPDX-License-Identifier: MIT
 *
 * write_nets GAME OUTPUT: what was trained for a game, as the file that a browser fetches with it.
 * Numbers of 32 bits, lowest byte first, as WebAssembly has them.
 */
#include <metropole/game.h>

#include <stdio.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "swap the bytes here");

int main(int argc, char **argv)
{
	const struct mp_game *game = argc == 3 ? mp_game_find(argv[1]) : NULL;
	FILE *out = game && game->nets ? fopen(argv[2], "wb") : NULL;

	if (!out || fwrite(game->nets, 1, game->nets_size, out) != game->nets_size || fclose(out)) {
		fprintf(stderr, "usage: write_nets GAME OUTPUT, for a game that has nets\n");
		return 1;
	}
	return 0;
}
