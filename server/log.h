/* SPDX-License-Identifier: MIT
 *
 * The log: one JSON object a line on standard error. Nothing hidden in a game, no password, no
 * cookie and no address is ever written to it.
 */
#ifndef METROPOLE_SERVER_LOG_H
#define METROPOLE_SERVER_LOG_H

enum log_level { LOG_ERROR, LOG_INFO, LOG_REQUEST };

void log_set_level(int);
/* Pairs of name and text, ended by NULL. From any thread. */
void log_event(enum log_level, const char *what, ...);
/* Says that there is no memory and ends the process: for what can no longer be refused. Nothing is
 * lost, since what was acknowledged is on the disk. */
_Noreturn void log_out_of_memory(void);

#endif
