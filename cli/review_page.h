/* SPDX-License-Identifier: MIT
 *
 * A review as one HTML file.
 */
#ifndef CLI_REVIEW_PAGE_H
#define CLI_REVIEW_PAGE_H

#include "host/review/review.h"

/* Writes the client with the match and its review in it. An exit code; says what is wrong itself.
 */
int review_page(const struct review *, struct live *, const char *path);

#endif
