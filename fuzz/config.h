/* SPDX-License-Identifier: MIT
 *
 * The server that is fuzzed: quiet, with one worker, and with limits that its people do not meet.
 */
#ifndef FUZZ_CONFIG_H
#define FUZZ_CONFIG_H

#include "server/server.h"

static inline void fuzz_config(struct serve_config *config)
{
	serve_config_init(config);
	config->port = 0;
	config->log_level = 0;
	config->workers = 1;
	config->messages_per_second = 100000;
	config->busy_ms_per_second = 1000000;
	config->requests_per_minute = 10000000;
	config->chat_per_minute = 100000;
}

#endif
