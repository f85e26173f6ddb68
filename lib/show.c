/* SPDX-License-Identifier: MIT
 *
 * What a viewer is shown of a match, as numbers and as JSON.
 */
#include "lib.h"

#include <metropole/words.h>

double mp_match_points(struct mp_match *match, int seat, int viewer)
{
	const struct mp_game *game = match->setup->game;
	int32_t score[MP_SEATS];

	if (!lib_is_seat(match, seat) || !lib_is_viewer(match, viewer))
		return 0;
	mp_match_redacted(match, viewer, match->scratch);
	game->score(match->setup, match->scratch, score);
	return (double)score[seat] / game->score_scale;
}

double mp_match_share(const struct mp_match *match, int seat)
{
	unsigned winners;

	if (!lib_is_seat(match, seat) || mp_match_is_followed(match) || !mp_match_is_over(match))
		return 0;
	winners = match->setup->game->winners(match->setup, match->state);
	return winners >> seat & 1 ? 1.0 / __builtin_popcount(winners) : 0;
}

uint64_t mp_match_key(struct mp_match *match, int viewer)
{
	if (!lib_is_viewer(match, viewer))
		return 0;
	mp_match_redacted(match, viewer, match->scratch);
	return lib_key(match->setup->game, match->scratch, viewer);
}

static enum mp_err write_view(struct mp_match *match, int viewer, const void *argument,
                              struct mp_json *json, struct mp_fault *fault)
{
	(void)argument, (void)fault;
	mp_match_view(match, viewer, NULL, json);
	return MP_OK;
}

static enum mp_err write_points(struct mp_match *match, int viewer, const void *voice,
                                struct mp_json *json, struct mp_fault *fault)
{
	(void)fault;
	json->voice = voice;
	mp_match_breakdown(match, viewer, NULL, json);
	return MP_OK;
}

static enum mp_err write_reading(struct mp_match *match, int viewer, const void *voice,
                                 struct mp_json *json, struct mp_fault *fault)
{
	(void)fault;
	json->voice = voice;
	mp_json_object(json, NULL);
	mp_match_read(match, viewer, json);
	mp_json_end_object(json);
	return MP_OK;
}

static enum mp_err write_preview(struct mp_match *match, int seat, const void *text,
                                 struct mp_json *json, struct mp_fault *fault)
{
	enum mp_err err;

	mp_json_object(json, NULL);
	err = mp_match_preview(match, seat, text, json, fault);
	mp_json_end_object(json);
	return err;
}

static const char *show(struct mp_match *match, int viewer, lib_write *write, const void *argument)
{
	if (!lib_is_viewer(match, viewer))
		return NULL;
	return lib_text(&lib_match(match)->text, write, match, viewer, argument);
}

static struct mp_voice voice_of(const struct mp_match *match, enum mp_lang lang)
{
	struct mp_voice voice = {.lang = lang == MP_FR ? MP_FR : MP_EN};

	for (int seat = 0; seat < match->setup->players; seat++) {
		const char *name = lib_match(match)->live.names[seat];

		voice.names[seat] = *name ? name : NULL;
	}
	return voice;
}

const char *mp_match_view_json(struct mp_match *match, int viewer)
{
	return show(match, viewer, write_view, NULL);
}

const char *mp_match_points_json(struct mp_match *match, int viewer, enum mp_lang lang)
{
	struct mp_voice voice = voice_of(match, lang);

	return show(match, viewer, write_points, &voice);
}

const char *mp_match_read_json(struct mp_match *match, int viewer, enum mp_lang lang)
{
	struct mp_voice voice = voice_of(match, lang);

	return show(match, viewer, write_reading, &voice);
}

const char *mp_match_preview_json(struct mp_match *match, int seat, const char *text)
{
	return lib_is_seat(match, seat) ? show(match, seat, write_preview, text) : NULL;
}
