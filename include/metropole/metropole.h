/* SPDX-License-Identifier: MIT
 *
 * libmetropole: the games, for programs. Setups, matches (full or followed) and bots behind opaque
 * handles; batch.h steps many matches at once. The functions here are all that the library shows;
 * game.h and its neighbours are for those who write games.
 *
 *   struct mp_setup *setup = mp_setup_open(mp_game_id(0), 2, NULL);
 *   struct mp_match *match = mp_match_open(setup, 42);
 *
 *   while (!mp_match_is_over(match)) {
 *       size_t n;
 *       const mp_move *moves = mp_match_moves(match, mp_match_turn(match), &n);
 *
 *       mp_match_make(match, mp_match_turn(match), moves[0]);
 *   }
 *   printf("%g\n", mp_match_points(match, 0, MP_ALL));
 *   mp_match_close(match);
 *   mp_setup_close(setup);
 *
 * Seats are counted from 0 here and from 1 in every text. A viewer is a seat, MP_PUBLIC (who knows
 * what everybody knows) or MP_ALL (the referee).
 *
 * Errors. A function that fails returns NULL or a negative enum mp_err, and changes nothing.
 * mp_error_message() then says in a sentence what is wrong and what to do. A seat or viewer that
 * there is not is MP_BAD_REQUEST.
 *
 * Memory. What an *_open, _clone or _sample function returns is closed by its *_close (which takes
 * NULL too). A text, list or pointer that a handle returns belongs to the handle and stays until
 * the next call with that handle. No buffer is the caller's to measure.
 *
 * Threads. A setup never changes and may be used by any number of threads. Any other handle is for
 * one thread at a time; different handles are independent. What went wrong is kept for each thread.
 * mp_player_stop is for any thread at any time.
 */
#ifndef METROPOLE_METROPOLE_H
#define METROPOLE_METROPOLE_H

#include <metropole/base.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mp_setup;
struct mp_match;
struct mp_player;

/* The version of the library that is running, "0.1.0".
 *   puts(mp_version()); */
const char *mp_version(void);

/* --- what went wrong --- */

/* Of the last function of this library that failed on this thread: its code, a sentence, the rule
 * that forbids the move (NULL if it was no rule), and the line of a record (0 if it was none).
 *
 *   if (mp_match_make_text(match, 0, "b4 xyz"))
 *       fprintf(stderr, "%s (%s)\n", mp_error_message(), mp_err_name(mp_error()));
 *   if (mp_error_rule())
 *       fprintf(stderr, "rule %s forbids it\n", mp_error_rule());
 *   if (!mp_match_open_record(text, MP_ALL))
 *       fprintf(stderr, "line %d: %s\n", mp_error_line(), mp_error_message()); */
enum mp_err mp_error(void);
const char *mp_error_message(void);
const char *mp_error_rule(void);
int mp_error_line(void);

/* --- games and setups --- */

/* The id of the i-th game, NULL after the last.
 *   for (size_t i = 0; mp_game_id(i); i++)
 *       puts(mp_game_id(i)); */
const char *mp_game_id(size_t i);

/* All games as JSON: id, title, players, options with their values. NULL if memory is short.
 *   puts(mp_games_text()); */
const char *mp_games_text(void);

/* A game for a number of players. `options` is NULL or a list of "name=value" that ends with NULL;
 * what is not named has its default. The strings are copied.
 *   const char *options[] = {"start=2", NULL};
 *   struct mp_setup *setup = mp_setup_open("nim", 2, options); */
struct mp_setup *mp_setup_open(const char *game, int players, const char *const *options);
void mp_setup_close(struct mp_setup *);

/* What it is of.
 *   printf("%s for %d\n", mp_setup_game(setup), mp_setup_players(setup)); */
const char *mp_setup_game(const struct mp_setup *);
int mp_setup_players(const struct mp_setup *);

/* --- matches --- */

/* A new match. Chance is drawn from the seed by itself: the same seed and moves give the same match
 * everywhere. The setup may be closed before the match.
 *   struct mp_match *match = mp_match_open(setup, 42); */
struct mp_match *mp_match_open(const struct mp_setup *, uint64_t seed);

/* The same, but chance is the caller's to play: where mp_match_turn is MP_CHANCE, make one of
 * mp_match_outcomes.
 *   struct mp_match *match = mp_match_open_dealt(setup);
 *   mp_match_make_text(match, MP_CHANCE, "~start 1"); */
struct mp_match *mp_match_open_dealt(const struct mp_setup *);

/* A match as one viewer knows it: it is made the moves that this viewer is told of (mp_match_told),
 * chance included, and shows what the full match would show that viewer. It is never over: only
 * the full record tells the end.
 *   struct mp_match *mine = mp_match_open_followed(setup, 0);
 *   mp_match_make_text(mine, MP_CHANCE, "~deal 2 ?"); */
struct mp_match *mp_match_open_followed(const struct mp_setup *, int viewer);

/* From a record; `viewer` is MP_ALL for a full one, or whose cut record it is. Chance is the
 * caller's from there on.
 *   struct mp_match *match = mp_match_open_record(text, MP_ALL); */
struct mp_match *mp_match_open_record(const char *record, int viewer);

/* The full match of a record, if this is exactly the match that was followed; otherwise
 * MP_BAD_RECORD, with the line.
 *   struct mp_match *full = mp_match_reveal(mine, record); */
struct mp_match *mp_match_reveal(const struct mp_match *followed, const char *record);

/* A copy that goes its own way.
 *   struct mp_match *what_if = mp_match_clone(match); */
struct mp_match *mp_match_clone(const struct mp_match *);

/* A full match at this position in which everything that the seat does not know is drawn anew, from
 * the game's reference distribution: what might be true. It begins here, so it has no record and
 * nothing to take back. MP_GAME_OVER where nothing fits.
 *   struct mp_match *world = mp_match_sample(match, 0, 7); */
struct mp_match *mp_match_sample(const struct mp_match *, int seat, uint64_t seed);

void mp_match_close(struct mp_match *);

/* Who is on turn (MP_CHANCE, MP_OVER); all seats with a listed move as a set of bits; is it over;
 * is it a followed one; its game and players.
 *
 *   printf("%s for %d\n", mp_match_game(match), mp_match_players(match));
 *   if (mp_match_is_followed(match) || !mp_match_is_over(match))
 *       printf("turn: %d\n", mp_match_turn(match));
 *   for (int seat = 0; seat < mp_match_players(match); seat++)
 *       if (mp_match_actors(match) >> seat & 1)
 *           printf("seat %d may move\n", seat + 1); */
int mp_match_turn(const struct mp_match *);
unsigned mp_match_actors(const struct mp_match *);
bool mp_match_is_over(const struct mp_match *);
bool mp_match_is_followed(const struct mp_match *);
const char *mp_match_game(const struct mp_match *);
int mp_match_players(const struct mp_match *);

/* The legal moves of a seat, in a stable order; none for who is not an actor. Never NULL.
 *   size_t n;
 *   const mp_move *moves = mp_match_moves(match, seat, &n); */
const mp_move *mp_match_moves(struct mp_match *, int seat, size_t *n);

/* What chance may do now, with weights; none where it is not chance's turn. Never NULL.
 *   const struct mp_outcome *outcomes = mp_match_outcomes(match, &n); */
const struct mp_outcome *mp_match_outcomes(struct mp_match *, size_t *n);

/* A move in the game's notation.
 *   puts(mp_match_move_text(match, moves[0])); */
const char *mp_match_move_text(struct mp_match *, mp_move);

/* The move that a text means, if this seat (or MP_CHANCE) may play it now.
 *   mp_move move;
 *   if (mp_match_move_parse(match, 0, "b4 aacc", &move) == 0)
 *       mp_match_make(match, 0, move); */
int mp_match_move_parse(struct mp_match *, int seat, const char *text, mp_move *);

/* Makes a move for a seat, or for MP_CHANCE; then, in a match with a seed, the chance that is due.
 * MP_ILLEGAL_MOVE, MP_NOT_YOUR_TURN, MP_GAME_OVER, MP_BAD_MOVE.
 *   if (mp_match_make(match, 0, moves[i])) fputs(mp_error_message(), stderr); */
int mp_match_make(struct mp_match *, int seat, mp_move);
int mp_match_make_text(struct mp_match *, int seat, const char *text);

/* Back to before the last move of a player, chance after it included.
 *   mp_match_take_back(match); */
int mp_match_take_back(struct mp_match *);

/* How many moves there were, chance included; who made the i-th; and the i-th as the viewer was
 * told of it when it was made. MP_OVER and NULL beyond the end.
 *
 *   for (size_t i = 0; i < mp_match_length(match); i++)
 *       mp_match_make_text(mine, mp_match_by(match, i), mp_match_told(match, i, 0)); */
size_t mp_match_length(const struct mp_match *);
int mp_match_by(const struct mp_match *, size_t i);
const char *mp_match_told(struct mp_match *, size_t i, int viewer);

/* Points of a seat, as far as the viewer knows, as if the game ended now.
 *   double points = mp_match_points(match, 0, MP_ALL); */
double mp_match_points(struct mp_match *, int seat, int viewer);

/* What the seat has won: 1 for a win, 1/n for a win shared by n, 0 otherwise and until it is over.
 *   if (mp_match_share(match, 0) == 1) puts("first seat wins"); */
double mp_match_share(const struct mp_match *, int seat);

/* A number that is the same for two positions exactly when the viewer is shown the same, but for
 * a chance of 2^-64. It says where one is, not how one came there.
 *   uint64_t key = mp_match_key(match, mp_match_turn(match)); */
uint64_t mp_match_key(struct mp_match *, int viewer);

/* As JSON, as the engine protocol writes it: the view; every point with its cause; what a move
 * would do, up to the first chance; the board and the prompt in sentences.
 *
 *   puts(mp_match_view_json(match, 0));
 *   puts(mp_match_points_json(match, 0, MP_EN));
 *   puts(mp_match_preview_json(match, 0, mp_match_move_text(match, moves[0])));
 *   puts(mp_match_read_json(match, 0, MP_FR)); */
const char *mp_match_view_json(struct mp_match *, int viewer);
const char *mp_match_points_json(struct mp_match *, int viewer, enum mp_lang);
const char *mp_match_preview_json(struct mp_match *, int seat, const char *text);
const char *mp_match_read_json(struct mp_match *, int viewer, enum mp_lang);

/* The record, as the viewer may have it: moves are cut until the game is over.
 *   fputs(mp_match_record(match, MP_ALL), file); */
const char *mp_match_record(struct mp_match *, int viewer);

/* --- bots --- */

/* A bot: "easy", "normal", "hard", or a baseline as the arena names them ("b3"). Thinks on up to
 * `threads` threads. One may choose for any seat of any match, one choice at a time. Its time is
 * the level's own.
 *
 *   struct mp_player *bot = mp_player_open("hard", 1);
 *   mp_player_close(bot); */
struct mp_player *mp_player_open(const char *level, int threads);
void mp_player_close(struct mp_player *);

/* Time for a choice in milliseconds, or a fixed amount of work, with which the same seed chooses
 * the same move everywhere. 0 is the level's own.
 *
 *   mp_player_set_ms(bot, 200);
 *   mp_player_set_iterations(bot, 1000), mp_player_set_seed(bot, 1); */
void mp_player_set_ms(struct mp_player *, uint32_t ms);
void mp_player_set_iterations(struct mp_player *, uint32_t iterations);
void mp_player_set_seed(struct mp_player *, uint64_t seed);

/* Chooses a move for a seat from what this seat may know. 0: it is in `move`; 1: it would rather
 * say nothing (to an open deal); negative: an error.
 *
 *   mp_move move;
 *   if (mp_player_choose(bot, match, 0, &move) == 0)
 *       mp_match_make(match, 0, move); */
int mp_player_choose(struct mp_player *, struct mp_match *, int seat, mp_move *move);

/* The win share that the bot expected for a seat at its last choice.
 *   printf("%.0f %%\n", 100 * mp_player_expects(bot, 0)); */
double mp_player_expects(const struct mp_player *, int seat);

/* From any thread: answer at once with the best so far. Holds for the choice that is being made.
 *   mp_player_stop(bot); */
void mp_player_stop(struct mp_player *);

#ifdef __cplusplus
}
#endif

#endif
