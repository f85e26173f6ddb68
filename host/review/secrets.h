/* SPDX-License-Identifier: MIT
 *
 * What the others could know of each seat's secret.
 */
#ifndef HOST_REVIEW_SECRETS_H
#define HOST_REVIEW_SECRETS_H

#include "position.h"

/* How probable the true secret of each seat is at position n to those who play against it, from
 * what each of them could know: the mean over them, of worlds that are drawn as bots draw them. 0
 * for a seat without a secret. False if memory is short. */
bool secrets_known(struct estimator *, size_t n, double known[MP_SEATS]);

/* How much a secret was given away between two such numbers, in bits; and its standard error. */
double secrets_bits(double before, double after, int players, double *error);

#endif
