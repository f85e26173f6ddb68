/* SPDX-License-Identifier: MIT
 *
 * Sets the clock of one program, for tests: loaded before the C library, it adds to the time since
 * 1970 the milliseconds that stand in the file METROPOLE_TEST_CLOCK. The steady clock is as it was.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *step;

__attribute__((constructor)) static void find_step(void)
{
	const char *path = getenv("METROPOLE_TEST_CLOCK");
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	void *page = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *step, PROT_READ, MAP_SHARED, fd, 0);

	if (page != MAP_FAILED)
		step = page;
	if (fd >= 0)
		close(fd);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
	int64_t ms = step ? *step : 0, ns;

	if (syscall(SYS_clock_gettime, clock, now) != 0)
		return -1;
	if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)
		return 0;
	ns = now->tv_nsec + ms % 1000 * 1000000 + 1000000000;
	now->tv_sec += ms / 1000 + ns / 1000000000 - 1;
	now->tv_nsec = ns % 1000000000;
	return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
	struct timespec t;

	(void)zone;
	if (clock_gettime(CLOCK_REALTIME, &t) != 0)
		return -1;
	now->tv_sec = t.tv_sec;
	now->tv_usec = t.tv_nsec / 1000;
	return 0;
}

time_t time(time_t *out)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	if (out)
		*out = t.tv_sec;
	return t.tv_sec;
}
