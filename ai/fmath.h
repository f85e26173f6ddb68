/* SPDX-License-Identifier: MIT
 *
 * The real functions that selection needs, the same to the last bit everywhere: sqrt is exact by
 * IEEE 754 and one instruction on all our targets, log is computed here from exact operations.
 */
#ifndef METROPOLE_AI_FMATH_H
#define METROPOLE_AI_FMATH_H

#include <stdint.h>

static inline float fmath_sqrt(float x)
{
	return __builtin_sqrtf(x);
}

/* Natural logarithm of n ≥ 1, off by less than 1e-4: n = 2^k m with m in [1, 2), and
 * ln m = 2 artanh((m-1)/(m+1)) by its series. */
static inline float fmath_log(uint32_t n)
{
	int k = 31 - __builtin_clz(n);
	float m = (float)n / (float)(1u << k);
	float t = (m - 1.0f) / (m + 1.0f);
	float tt = t * t;
	float series = t * (2.0f + tt * (0.6666667f + tt * (0.4f + tt * 0.2857143f)));

	return (float)k * 0.6931472f + series;
}

#endif
