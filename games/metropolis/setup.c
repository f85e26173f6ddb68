/* SPDX-License-Identifier: MIT
 *
 * What is constant in a match: the placements of every piece and the bit sets made of them, from
 * the table of values; and the first state. Also the invariants of a state, for tests.
 */
#include "state.h"

#include <metropole/text.h>

#include <string.h>

enum { ROWS = 2, COLUMNS = 5 };

static void add_placement(struct metropolis_tables *tables, unsigned piece, unsigned mask)
{
	unsigned kind = tables->values.piece[piece].kind, i = tables->n_placements;

	if (tables->piece_of[kind][mask] != METROPOLIS_NO_PIECE)
		return; /* half a turn changes nothing here */
	tables->placement[i] = (struct metropolis_placement){
		.mask = (uint16_t)mask, .piece = (uint8_t)piece, .kind = (uint8_t)kind};
	tables->piece_of[kind][mask] = (uint8_t)piece;
	tables->n_placements++;
}

static unsigned reverse(unsigned mask)
{
	unsigned turned = 0;

	for (int i = 0; i < METROPOLIS_DIGITS; i++)
		turned |= (mask >> i & 1) << (METROPOLIS_DIGITS - 1 - i);
	return turned;
}

/* All positions of a form and of its half turn (MS-10). */
static void place_piece(struct metropolis_tables *tables, unsigned piece)
{
	const unsigned left_column = 1 | 1 << COLUMNS;
	unsigned form = tables->values.piece[piece].form;
	int rows = form >> COLUMNS ? 2 : 1, columns = 0;

	while (columns < COLUMNS && form & left_column << columns)
		columns++;
	for (int row = 0; row <= ROWS - rows; row++)
		for (int column = 0; column <= COLUMNS - columns; column++)
			add_placement(tables, piece, form << (row * COLUMNS + column));
	for (int row = 0; row <= ROWS - rows; row++)
		for (int column = 0; column <= COLUMNS - columns; column++)
			add_placement(tables, piece, reverse(form << (row * COLUMNS + column)));
}

static void derive_sets(struct metropolis_tables *tables)
{
	for (int i = 0; i < tables->n_placements; i++) {
		const struct metropolis_placement *placement = &tables->placement[i];
		int size = tables->values.kind[placement->kind].size, word = i / 64;
		uint64_t bit = (uint64_t)1 << i % 64;

		tables->fits[word][placement->mask] |= bit;
		tables->of_piece[word][placement->piece] |= bit;
		for (unsigned mask = placement->mask; mask; mask &= mask - 1)
			tables->holds[word][metropolis_lowest(mask)] |= bit;
		if (size == 4 || size == 6)
			tables->joint[word] |= bit;
		for (unsigned kinds = 0; kinds < 1 << METROPOLIS_KINDS; kinds++)
			if (!(tables->values.kind[placement->kind].never & kinds))
				tables->allowed[word][kinds] |= bit;
	}
	/* What fits in a mask is what fits in it less one plot, or fills it. */
	for (int word = 0; word < METROPOLIS_WORDS; word++)
		for (unsigned mask = 1; mask <= METROPOLIS_WHOLE; mask++)
			for (unsigned rest = mask; rest; rest &= rest - 1)
				tables->fits[word][mask] |= tables->fits[word][mask & ~(rest & (0u - rest))];
}

static void derive_worth(struct metropolis_tables *tables)
{
	const struct metropolis_values *values = &tables->values;

	for (int i = 0; i < tables->n_placements; i++) {
		const struct metropolis_kind_values *kind = &values->kind[tables->placement[i].kind];

		for (int district = 0; district < METROPOLIS_DISTRICTS; district++) {
			bool on_site = kind->site != METROPOLIS_NO_SITE &&
			               values->site[kind->site][district] & tables->placement[i].mask;

			tables->worth[district][i] = (float)(on_site ? kind->on_site : kind->base);
		}
	}
}

bool metropolis_prepare(const struct mp_setup *setup, void *memory, struct mp_text *why)
{
	struct metropolis_tables *tables = memory;

	memset(tables, 0, sizeof *tables);
	memset(tables->piece_of, METROPOLIS_NO_PIECE, sizeof tables->piece_of);
	if (setup->option[METROPOLIS_OPTION_VALUES] == 0)
		tables->values = metropolis_default_values;
	else if (!metropolis_values_parse(setup->text, (size_t)setup->option[METROPOLIS_OPTION_VALUES],
	                                  &tables->values, why))
		return false;
	for (unsigned piece = 0; piece < tables->values.n_pieces; piece++)
		place_piece(tables, piece);
	tables->words = tables->n_placements > 64 ? 2 : 1;
	derive_sets(tables);
	derive_worth(tables);
	return true;
}

/* MS-20 */
int metropolis_hand(int players)
{
	static const int8_t hand[] = {[2] = 12, [3] = 8, [4] = 6, [5] = 5};

	return hand[players];
}

void metropolis_init(const struct mp_setup *setup, void *memory)
{
	const struct metropolis_tables *tables = metropolis_tables(setup);
	struct metropolis_state *state = memory;

	for (int i = 0; i < tables->values.n_pieces; i++)
		state->stock[i] = tables->values.piece[i].number;
	for (int word = 0; word < METROPOLIS_WORDS; word++)
		state->in_stock[word] = tables->fits[word][METROPOLIS_WHOLE];
	state->pile = METROPOLIS_PLOTS;
	state->phase = METROPOLIS_PHASE_START;
	if (setup->option[METROPOLIS_OPTION_START] > 0) {
		state->turn = (uint8_t)(setup->option[METROPOLIS_OPTION_START] - 1);
		state->phase = METROPOLIS_PHASE_DEAL;
	}
}

/* Every plot is owned once, open, or in the pile. */
static const char *plots_flaw(const struct metropolis_state *state)
{
	int owned = 0;

	for (int district = 0; district < METROPOLIS_DISTRICTS; district++) {
		unsigned seen = 0;

		for (int seat = 0; seat < METROPOLIS_PLAYERS_MAX; seat++) {
			if (seen & state->owned[seat][district])
				return "a plot has two owners";
			seen |= state->owned[seat][district];
		}
		if (seen & ~(unsigned)METROPOLIS_WHOLE)
			return "a plot lies outside its district";
		if (state->built[district] & ~seen)
			return "a building stands on a plot that nobody owns";
		owned += metropolis_popcount(seen);
	}
	for (int i = 0; i < state->n_open; i++) {
		int plot = state->open[i];

		if (plot >= METROPOLIS_PLOTS || (i > 0 && state->open[i - 1] >= plot))
			return "the open cards are not ascending plots";
		if (metropolis_owned_in(state, metropolis_plot_district(plot)) & metropolis_plot_bit(plot))
			return "an open card is of an owned plot";
	}
	if (owned + state->n_open + state->pile != METROPOLIS_PLOTS)
		return "owned plots, open cards and pile do not add up to 80";
	return NULL;
}

static const char *buildings_flaw(const struct metropolis_tables *tables,
                                  const struct metropolis_state *state)
{
	uint8_t stock[METROPOLIS_PIECES_MAX] = {0}, kinds[METROPOLIS_DISTRICTS] = {0};
	uint16_t built[METROPOLIS_DISTRICTS] = {0};
	uint64_t in_stock[METROPOLIS_WORDS] = {0};

	for (int i = 0; i < tables->values.n_pieces; i++)
		stock[i] = tables->values.piece[i].number;
	for (int i = 0; i < state->n_buildings; i++) {
		unsigned kind = metropolis_building_kind(state->building[i]),
				 mask = metropolis_building_mask(state->building[i]);
		unsigned district = metropolis_building_district(state->building[i]);
		unsigned piece = tables->piece_of[kind][mask];

		if (piece == METROPOLIS_NO_PIECE || stock[piece]-- == 0)
			return "a building is of no piece that there was";
		if (built[district] & mask)
			return "two buildings stand on one plot";
		built[district] |= (uint16_t)mask;
		if (tables->values.kind[kind].never & kinds[district])
			return "a district has buildings that bar each other";
		kinds[district] |= (uint8_t)(1u << kind);
	}
	for (int i = 0; i < tables->values.n_pieces; i++)
		for (int word = 0; word < METROPOLIS_WORDS; word++)
			in_stock[word] |= stock[i] ? tables->of_piece[word][i] : 0;
	if (memcmp(stock, state->stock, sizeof stock) != 0)
		return "stock and buildings do not add up";
	if (memcmp(in_stock, state->in_stock, sizeof in_stock) != 0 ||
	    memcmp(kinds, state->kinds, sizeof kinds) != 0 ||
	    memcmp(built, state->built, sizeof built) != 0)
		return "what follows from the buildings does not follow";
	return NULL;
}

static const char *trade_flaw(const struct metropolis_state *state, int from)
{
	mp_move deal = state->deal[from];

	for (int i = 0; i < METROPOLIS_OFFER_PLOTS; i++) {
		int plot = metropolis_offer_plot(deal, i),
			owner = i < metropolis_offer_given(deal) ? from : metropolis_move_seat(deal);

		if (plot >= 0 && !(metropolis_empty_of(state, owner, metropolis_plot_district(plot)) &
		                   metropolis_plot_bit(plot)))
			return "an open offer cannot be carried out";
	}
	return NULL;
}

static const char *deals_flaw(const struct mp_setup *setup, const struct metropolis_state *state)
{
	unsigned partners = 0;

	for (int seat = 0; seat < METROPOLIS_PLAYERS_MAX; seat++) {
		mp_move deal = state->deal[seat];

		if (deal && (!setup->option[METROPOLIS_OPTION_DEALS] || seat >= setup->players))
			return "there is a deal where there is none";
		if (deal && metropolis_move_op(deal) == METROPOLIS_OP_OFFER && trade_flaw(state, seat))
			return trade_flaw(state, seat);
		if (deal && metropolis_move_op(deal) == METROPOLIS_OP_JOINT) {
			if (seat != state->turn || state->phase < METROPOLIS_PHASE_BUILD ||
			    state->phase > METROPOLIS_PHASE_EXTRA)
				return "a joint building is open out of turn";
			partners = metropolis_owners(state, metropolis_move_building(deal)) & ~(1u << seat);
		}
	}
	if (state->waiting & ~partners || (partners && !state->waiting))
		return "those who must accept a joint building are not its partners";
	return NULL;
}

const char *metropolis_flaw(const struct mp_setup *setup, const void *memory)
{
	const struct metropolis_state *state = memory;
	const char *flaw;

	if (state->phase > METROPOLIS_PHASE_OVER || state->turn >= setup->players ||
	    state->extra > setup->players || state->n_open > METROPOLIS_OPEN_MAX ||
	    state->n_buildings > METROPOLIS_BUILDINGS_MAX)
		return "a field is out of its bounds";
	if ((state->phase == METROPOLIS_PHASE_TAKE && state->n_open == 0) ||
	    (state->phase == METROPOLIS_PHASE_OPEN && state->pile == 0) ||
	    (state->phase == METROPOLIS_PHASE_EXTRA &&
	     (state->extra == 0 || state->n_open || state->pile)))
		return "the phase does not fit the cards";
	flaw = plots_flaw(state);
	if (!flaw)
		flaw = buildings_flaw(metropolis_tables(setup), state);
	return flaw ? flaw : deals_flaw(setup, state);
}
