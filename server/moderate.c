/* SPDX-License-Identifier: MIT
 *
 * Orders, carried out on the storage. Whatever does not make sense is refused with a sentence, so
 * that a slip of the pen never looks like success.
 */
#include "server/moderate.h"

#include "server/net/limit.h"
#include "server/people/name.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 3, DAY_MS = 86400000, COUNT_MAX = 1000000 };

struct words {
	char copy[ORDER_BYTES];
	const char *at[WORDS];
};

__attribute__((format(printf, 3, 4))) static bool
order_say(struct order *order, enum order_status status, const char *format, ...)
{
	va_list args;

	order->status = status;
	va_start(args, format);
	vsnprintf(order->answer, sizeof order->answer, format, args);
	va_end(args);
	return true;
}

static void split_order(const char *text, struct words *words)
{
	char *p = words->copy;

	*words = (struct words){0};
	snprintf(words->copy, sizeof words->copy, "%s", text);
	for (int i = 0; i < WORDS; i++) {
		words->at[i] = p;
		p += strcspn(p, "\t");
		if (*p)
			*p++ = '\0';
	}
}

static const char *user_kind(const struct store_user *user)
{
	return user->is_account ? "the account" : "the guest";
}

static int64_t order_number(const char *text)
{
	char *end;
	long long number = strtoll(text + (*text == '#'), &end, 10);

	return *end == '\0' && end > text && number > 0 ? number : 0;
}

/* A number, or the name of an account; says why there is nobody. */
static bool find_user(const struct store_ops *ops, void *db, struct order *order, const char *who,
                      struct store_user *user, bool *found)
{
	char key[NAME_BYTES];
	int64_t id = order_number(who);

	*found = false;
	if (id && !ops->user_find(db, id, user, found))
		return false;
	name_key(who, key);
	if (!*found && *who != '#' && key[0] && !ops->user_named(db, key, user, found))
		return false;
	if (*found && (!ops->user_lock(db, user->id) || !ops->user_find(db, user->id, user, found)))
		return false;
	if (*found)
		return true;
	return order_say(
		order, ORDER_REFUSED,
		"There is nobody of the number, and no account of the name %.80s. Guests go by their "
		"number; `metropole admin people` lists everybody.",
		who);
}

static bool ban_address(const struct store_ops *ops, void *db, struct order *order,
                        uint64_t address, int64_t user, int64_t days)
{
	struct store_ban ban = {
		.address = address, .at = order->now, .until = order->now + days * DAY_MS, .user = user};

	order->address = address;
	return ops->ban_put(db, &ban);
}

static bool order_ban(const struct store_ops *ops, void *db, struct order *order,
                      const struct words *words)
{
	struct address address = address_of_text(words->at[1]);
	int64_t days = words->at[2][0] ? order_number(words->at[2]) : ORDER_DAYS;
	char shown[ADDRESS_TEXT_MAX] = "";
	struct store_user user;
	bool found, taken;

	if (days < 1 || days > 3650)
		return order_say(order, ORDER_REFUSED, "Say for how many days, 1 to 3650.");
	if (address.key) {
		address_to_text(address.key, shown);
		return ban_address(ops, db, order, address.key, 0, days) &&
		       order_say(order, ORDER_DONE, "No guests come in from %s for %lld days.", shown,
		                 (long long)days);
	}
	if (!find_user(ops, db, order, words->at[1], &user, &found))
		return false;
	if (!found)
		return true;
	if (user.is_banned)
		return order_say(order, ORDER_REFUSED, "Banned already: %s %s, number %lld.",
		                 user_kind(&user), user.name, (long long)user.id);
	user.is_banned = true;
	order->person = user.id;
	if (!ops->user_put(db, &user, &taken) || !ops->session_drop(db, user.id, NULL))
		return false;
	/* Without the address a guest would simply come back as another. */
	if (!user.is_account && user.address) {
		address_to_text(user.address, shown);
		if (!ban_address(ops, db, order, user.address, user.id, days))
			return false;
	}
	return order_say(order, ORDER_DONE, "Banned: %s %s, number %lld%s%s%s.", user_kind(&user),
	                 user.name, (long long)user.id, shown[0] ? "; and no guests come in from " : "",
	                 shown, shown[0] ? " for now (see bans)" : "");
}

static bool order_unban(const struct store_ops *ops, void *db, struct order *order, const char *who)
{
	struct address address = address_of_text(who);
	struct store_user user = {0};
	int dropped = 0;
	bool found = false, taken;

	if (!address.key && !find_user(ops, db, order, who, &user, &found))
		return false;
	if (!address.key && !found)
		return true;
	if (!ops->ban_drop(db, address.key, user.id, &dropped))
		return false;
	if (address.key)
		return dropped ? order_say(order, ORDER_DONE, "Guests come in from %.60s again.", who)
		               : order_say(order, ORDER_REFUSED, "The address %.60s was not banned.", who);
	if (!user.is_banned && !dropped)
		return order_say(order, ORDER_REFUSED, "Not banned: %s %s, number %lld.", user_kind(&user),
		                 user.name, (long long)user.id);
	user.is_banned = false;
	return ops->user_put(db, &user, &taken) &&
	       order_say(order, ORDER_DONE, "No longer banned: %s %s, number %lld%s.", user_kind(&user),
	                 user.name, (long long)user.id, dropped ? ", and the address" : "");
}

static void count_seat(void *ctx, const struct store_table *table, int seat)
{
	(void)table;
	(void)seat;
	++*(int *)ctx;
}

static void count_chat(void *ctx, const char *table, const struct store_event *event)
{
	(void)table;
	(void)event;
	++*(int *)ctx;
}

static bool order_forget(const struct store_ops *ops, void *db, struct order *order,
                         const struct words *words)
{
	struct store_user user;
	int seats = 0, lines = 0;
	bool found, really = strcmp(words->at[2], "yes") == 0;

	if (!find_user(ops, db, order, words->at[1], &user, &found))
		return false;
	if (!found)
		return true;
	if (!ops->seats_of(db, user.id, 0, COUNT_MAX, count_seat, &seats) ||
	    !ops->chat_of(db, user.id, count_chat, &lines))
		return false;
	order->forgets = really;
	order->person = really ? user.id : 0;
	return order_say(order, ORDER_DONE,
	                 "%s %s %s, number %lld: the name at %d table%s, %d chat line%s.%s",
	                 really ? "Forgotten:" : "This would forget", user_kind(&user), user.name,
	                 (long long)user.id, seats, seats == 1 ? "" : "s", lines, lines == 1 ? "" : "s",
	                 really ? "" : " Nothing has been deleted yet; say it again with --yes.");
}

struct found_table {
	struct store_table table;
	bool found;
};

static void order_table(void *ctx, const struct store_table *table)
{
	*(struct found_table *)ctx = (struct found_table){*table, true};
}

static bool table_order(const struct store_ops *ops, void *db, struct order *order,
                        const struct words *words)
{
	static const char *const status[] = {"open", "playing", "over", "aborted"};
	bool closes = strcmp(words->at[0], "close") == 0, really = strcmp(words->at[2], "yes") == 0;
	struct found_table it = {0};

	if (!ops->table_find(db, words->at[1], order_table, &it))
		return false;
	if (!it.found)
		return order_say(
			order, ORDER_REFUSED,
			"There is no table %.40s. `metropole admin tables` lists those that have not "
			"ended.",
			words->at[1]);
	if (closes && it.table.status >= TABLE_OVER)
		return order_say(order, ORDER_REFUSED, "The table %s has ended already.", it.table.id);
	memcpy(order->table, it.table.id, sizeof order->table);
	order->closes = closes;
	order->deletes = !closes && really;
	if (order->deletes && !ops->table_drop(db, it.table.id))
		return false;
	return order_say(order, ORDER_DONE, "%s %s: %s for %d, %s.%s",
	                 closes   ? "Closed: the table"
	                 : really ? "Deleted: the table"
	                          : "This would delete the table",
	                 it.table.id, it.table.game, it.table.players, status[it.table.status & 3],
	                 closes || really ? ""
	                                  : " Nothing has been deleted yet; say it again with --yes.");
}

static bool remove_line(const struct store_ops *ops, void *db, struct order *order,
                        const struct words *words)
{
	int64_t seq = order_number(words->at[2]);

	if (seq < 1 || seq > UINT32_MAX)
		return order_say(order, ORDER_REFUSED,
		                 "Say the table and the number of the line, as in reports.");
	if (!ops->chat_drop(db, words->at[1], (uint32_t)seq, &order->removed, &order->has_removed))
		return false;
	return order->has_removed
	           ? order_say(order, ORDER_DONE, "Removed: line %lld of the table %.40s.",
	                       (long long)seq, words->at[1])
	           : order_say(order, ORDER_REFUSED, "The table %.40s has no chat line of number %lld.",
	                       words->at[1], (long long)seq);
}

static bool order_clear(const struct store_ops *ops, void *db, struct order *order,
                        const char *what)
{
	bool all = strcmp(what, "all") == 0;
	int64_t id = order_number(what);
	int dropped = 0;

	if (!all && !id)
		return order_say(order, ORDER_REFUSED, "Say the number of a report, or all.");
	if (!ops->reports_drop(db, all ? 0 : id, &dropped))
		return false;
	if (!all && !dropped)
		return order_say(order, ORDER_REFUSED, "There is no report of number %lld.", (long long)id);
	return order_say(order, ORDER_DONE, "Cleared: %d report%s.", dropped, dropped == 1 ? "" : "s");
}

bool order_run(const struct store_ops *ops, void *db, struct order *order)
{
	struct words words;
	const char *what = words.copy;

	split_order(order->text, &words);
	order->status = ORDER_REFUSED;
	order->person = 0;
	order->address = 0;
	order->forgets = order->closes = order->deletes = order->has_removed = false;
	if (strcmp(what, "ban") == 0)
		return order_ban(ops, db, order, &words);
	if (strcmp(what, "unban") == 0)
		return order_unban(ops, db, order, words.at[1]);
	if (strcmp(what, "forget") == 0)
		return order_forget(ops, db, order, &words);
	if (strcmp(what, "close") == 0 || strcmp(what, "delete") == 0)
		return table_order(ops, db, order, &words);
	if (strcmp(what, "remove") == 0)
		return remove_line(ops, db, order, &words);
	if (strcmp(what, "clear") == 0)
		return order_clear(ops, db, order, words.at[1]);
	return order_say(order, ORDER_REFUSED, "There is no order %.40s.", what);
}
