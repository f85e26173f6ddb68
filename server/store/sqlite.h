/* SPDX-License-Identifier: MIT
 *
 * SQLite's file itself, for the host's tools that work on it beside a server.
 */
#ifndef METROPOLE_SERVER_SQLITE_H
#define METROPOLE_SERVER_SQLITE_H

#include "server/store/sql.h"

#include <sqlite3.h>

/* Of a database that store_sql has opened from a file. */
sqlite3 *sqlite_handle(void *db);

#endif
