/* SPDX-License-Identifier: MIT
 *
 * Why a move is refused: the rule that forbids it, in the order in which a player would ask. Any
 * move that notation can say gets an answer, at any time.
 */
#include "state.h"

typedef const struct mp_rule *verdict;

#define REFUSE(id, key, message)                                                                   \
	do {                                                                                           \
		static const struct mp_rule rule = {id, message, key};                                     \
		return &rule;                                                                              \
	} while (0)

static bool is_open(const struct metropolis_state *state, int plot)
{
	for (int i = 0; i < state->n_open; i++)
		if (state->open[i] == plot)
			return true;
	return false;
}

static bool is_in_pile(const struct metropolis_state *state, int plot)
{
	return !is_open(state, plot) && !(metropolis_owned_in(state, metropolis_plot_district(plot)) &
	                                  metropolis_plot_bit(plot));
}

static verdict check_chance(const struct mp_setup *setup, const struct metropolis_state *state,
                            mp_move move)
{
	enum metropolis_operation op = metropolis_move_op(move);

	if (state->phase >= METROPOLIS_PHASE_TAKE)
		return &mp_rule_turn;
	if (state->phase == METROPOLIS_PHASE_START) {
		if (op != METROPOLIS_OP_START || metropolis_move_seat(move) >= setup->players)
			REFUSE("MS-20", NULL,
			       "The starting player is drawn first: ~start and a seat at this table.");
		return NULL;
	}
	if (state->phase == METROPOLIS_PHASE_DEAL) {
		if (op != METROPOLIS_OP_DEAL ||
		    metropolis_move_seat(move) !=
		        (METROPOLIS_PLOTS - state->pile) / metropolis_hand(setup->players))
			REFUSE("MS-20", NULL,
			       "Cards are dealt now: all of seat 1's first, then seat 2's, and so on.");
	} else if (op != METROPOLIS_OP_OPEN) {
		REFUSE("MS-30", NULL, "A card is opened now: ~open and its plot.");
	}
	if (!is_in_pile(state, metropolis_move_plot(move)))
		REFUSE("MS-20", NULL, "This card is not in the pile any more: draw another plot.");
	return NULL;
}

/* MS-30: is a card due, or has it been taken? */
static verdict check_card_due(const struct metropolis_state *state, int plot)
{
	if (state->phase == METROPOLIS_PHASE_EXTRA)
		REFUSE("MS-60", "extra", "An extra turn has no card: build, or say end.");
	if (state->phase == METROPOLIS_PHASE_BUILD)
		REFUSE("MS-30", "taken", "A card was taken already in this turn: build, or say end.");
	if (!is_open(state, plot))
		REFUSE("MS-30", "closed", "This card is not open: take one of the open cards.");
	return NULL;
}

static verdict check_take(const struct mp_setup *setup, const struct metropolis_state *state,
                          int plot)
{
	verdict refusal = check_card_due(state, plot);

	if (refusal)
		return refusal;
	if (!(metropolis_right(setup, state, plot) >> state->turn & 1))
		REFUSE("MS-32", "no_right",
		       "Five plots or more of this district are owned and none of this plot's neighbours "
		       "is yours: take another card, or give this one to a neighbour's owner.");
	return NULL;
}

static verdict check_give(const struct mp_setup *setup, const struct metropolis_state *state,
                          int plot, int to)
{
	verdict refusal = check_card_due(state, plot);

	if (refusal)
		return refusal;
	if (to >= setup->players)
		REFUSE("MS-33", "nobody",
		       "There is no such seat at this table: give the plot to another player.");
	if (to == state->turn)
		REFUSE("MS-33", "self", "A plot is given to another player: say take to keep it.");
	if (!(metropolis_right(setup, state, plot) >> to & 1))
		REFUSE("MS-33", "no_right_to",
		       "That player has no right to this plot: five plots or more of the "
		       "district are owned and none of its neighbours is theirs. Give it to one who has.");
	return NULL;
}

/* MS-3, MS-10, MS-11, and stock: what a building needs whoever builds it. */
static verdict check_form(const struct metropolis_tables *tables, mp_move move)
{
	uint16_t building = metropolis_move_building(move);

	if (metropolis_move_is_stray(move))
		REFUSE("MS-3", "two_districts",
		       "A building cannot stand in two districts: choose plots of one.");
	if (tables->piece_of[metropolis_building_kind(building)][metropolis_building_mask(building)] ==
	    METROPOLIS_NO_PIECE)
		REFUSE("MS-10", "form",
		       "This building does not fit these plots; it may be turned by half a turn "
		       "only. Choose plots of its form.");
	return NULL;
}

static verdict check_site(const struct metropolis_tables *tables,
                          const struct metropolis_state *state, uint16_t building)
{
	unsigned kind = metropolis_building_kind(building);

	if (state->stock[tables->piece_of[kind][metropolis_building_mask(building)]] == 0)
		REFUSE("MS-40", "stock",
		       "No building of this kind and form is left in stock: choose another.");
	if (tables->values.kind[kind].never & state->kinds[metropolis_building_district(building)])
		REFUSE("MS-11", "barred",
		       "A building that bars this one stands in the district (a factory bars "
		       "schools and hospitals, and they bar it): build it elsewhere.");
	return NULL;
}

static verdict check_build(const struct mp_setup *setup, const struct metropolis_state *state,
                           mp_move move)
{
	const struct metropolis_tables *tables = metropolis_tables(setup);
	uint16_t building = metropolis_move_building(move);
	verdict refusal;

	if (state->phase == METROPOLIS_PHASE_TAKE)
		REFUSE("MS-40", "early",
		       "One builds after taking or giving away a plot: take a card first.");
	refusal = check_form(tables, move);
	if (refusal)
		return refusal;
	if (metropolis_building_mask(building) &
	    ~metropolis_empty_of(state, state->turn, (int)metropolis_building_district(building)))
		REFUSE("MS-40", "not_own", "One builds on one's own empty plots: not all of these are.");
	return check_site(tables, state, building);
}

static verdict check_joint(const struct mp_setup *setup, const struct metropolis_state *state,
                           mp_move move)
{
	const struct metropolis_tables *tables = metropolis_tables(setup);
	uint16_t building = metropolis_move_building(move);
	unsigned district = metropolis_building_district(building),
			 mask = metropolis_building_mask(building), mine;
	int size = tables->values.kind[metropolis_building_kind(building)].size;
	verdict refusal;

	if (state->phase == METROPOLIS_PHASE_TAKE)
		REFUSE("MS-41", "early_joint",
		       "A joint building comes after taking or giving away a plot: take a card "
		       "first.");
	if (state->deal[state->turn])
		REFUSE("MS-51", "open_offer", "You have an open offer already: withdraw it first.");
	refusal = check_form(tables, move);
	if (refusal)
		return refusal;
	if (size != 4 && size != 6)
		REFUSE("MS-41", "small", "Only buildings of four or six plots can be built jointly.");
	if (mask & ~metropolis_owned_in(state, (int)district) || mask & state->built[district])
		REFUSE("MS-41", "not_owned",
		       "A joint building needs plots that are owned and empty: not all of these "
		       "are.");
	mine = mask & state->owned[state->turn][district];
	if (mine == 0)
		REFUSE("MS-41", "none_mine", "One of the plots of a joint building must be yours.");
	if (mine == mask)
		REFUSE("MS-41", "all_mine", "All of these plots are yours: say build.");
	return check_site(tables, state, building);
}

static verdict check_offer(const struct mp_setup *setup, const struct metropolis_state *state,
                           int seat, mp_move move)
{
	int to = metropolis_move_seat(move), given = metropolis_offer_given(move), n = 0;

	if (state->deal[seat])
		REFUSE("MS-51", "open_offer", "You have an open offer already: withdraw it first.");
	if (to >= setup->players || to == seat)
		REFUSE("MS-51", "to_whom", "An offer is made to one other player at this table.");
	while (n < METROPOLIS_OFFER_PLOTS && metropolis_offer_plot(move, n) >= 0)
		n++;
	if (given > METROPOLIS_OFFER_SIDE || n - given > METROPOLIS_OFFER_SIDE)
		REFUSE("MS-51", "too_many", "At most four plots on each side: offer fewer.");
	if (n == 0)
		REFUSE("MS-51", "nothing", "An offer is about something: give a plot, or ask for one.");
	for (int i = 0; i < n; i++) {
		int plot = metropolis_offer_plot(move, i);

		if (metropolis_empty_of(state, i < given ? seat : to, metropolis_plot_district(plot)) &
		    metropolis_plot_bit(plot))
			continue;
		if (i < given)
			REFUSE("MS-50", "not_yours",
			       "You can offer your own empty plots only: not all of these are.");
		REFUSE("MS-50", "not_theirs",
		       "You can ask for that player's own empty plots only: not all of these "
		       "are.");
	}
	return NULL;
}

static verdict check_answer(const struct mp_setup *setup, const struct metropolis_state *state,
                            int seat, int from)
{
	if (from >= setup->players || !state->deal[from])
		REFUSE("MS-51", "no_offer", "That player has no open offer: it may just have ended.");
	if (from == seat)
		REFUSE("MS-51", "own_offer", "This offer is your own: withdraw takes it back.");
	if (!(metropolis_answerers(state, from) >> seat & 1))
		REFUSE("MS-51", "not_asked",
		       "This offer does not wait for your answer: it was made to others, or you "
		       "have accepted it, and that cannot be taken back.");
	return NULL;
}

/* Moves of the seat on turn. */
static verdict check_turn_move(const struct mp_setup *setup, const struct metropolis_state *state,
                               int seat, mp_move move)
{
	if (seat != state->turn)
		return &mp_rule_turn;
	switch (metropolis_move_op(move)) {
	case METROPOLIS_OP_TAKE:
		return check_take(setup, state, metropolis_move_plot(move));
	case METROPOLIS_OP_GIVE:
		return check_give(setup, state, metropolis_move_plot(move), metropolis_move_seat(move));
	case METROPOLIS_OP_BUILD:
		return check_build(setup, state, move);
	case METROPOLIS_OP_JOINT:
		return check_joint(setup, state, move);
	default:
		if (state->phase == METROPOLIS_PHASE_TAKE)
			REFUSE("MS-30", "card_first", "A turn begins with a card: take one, or give one away.");
		return NULL;
	}
}

verdict metropolis_check(const struct mp_setup *setup, const void *memory, int seat, mp_move move)
{
	const struct metropolis_state *state = memory;
	enum metropolis_operation op = metropolis_move_op(move);

	if (seat == MP_CHANCE)
		return check_chance(setup, state, move);
	if (op <= METROPOLIS_OP_OPEN)
		REFUSE("MS-20", "chance", "Cards are drawn by chance, not by a player.");
	if (state->phase < METROPOLIS_PHASE_TAKE || seat < 0 || seat >= setup->players)
		return &mp_rule_turn;
	if (!setup->option[METROPOLIS_OPTION_DEALS] &&
	    (op == METROPOLIS_OP_JOINT || op >= METROPOLIS_OP_ACCEPT))
		REFUSE("MS-52", "no_deals",
		       "This game is played without deals: no trades and no joint buildings.");
	switch (op) {
	case METROPOLIS_OP_OFFER:
		return check_offer(setup, state, seat, move);
	case METROPOLIS_OP_ACCEPT:
	case METROPOLIS_OP_DECLINE:
		return check_answer(setup, state, seat, metropolis_move_seat(move));
	case METROPOLIS_OP_WITHDRAW:
		if (!state->deal[seat])
			REFUSE("MS-51", "no_withdraw", "You have no open offer to withdraw.");
		return NULL;
	default:
		return check_turn_move(setup, state, seat, move);
	}
}
