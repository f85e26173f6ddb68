/* SPDX-License-Identifier: MIT
 *
 * A request whose answer waits for the storage thread: one job, allocated when the request comes,
 * freed when it is answered.
 */
#ifndef SERVER_PEOPLE_HTTP_JOB_H
#define SERVER_PEOPLE_HTTP_JOB_H

#include "server/net/http.h"
#include "server/store/store.h"

/* The first member of what a file keeps about its request. */
struct http_job {
	struct store_job job;
	struct http_request *request;
};

typedef bool http_job_run(const struct store_ops *, void *db, struct store_job *);
typedef void http_job_finish(struct server *, struct task *);

/* So many zeroed bytes that begin with a job; NULL when the request has been refused. */
void *http_job_new(struct http_request *, size_t size, http_job_run *, http_job_finish *);
void http_job_submit(struct http_job *);
/* After the answer: frees it, and the request goes on. */
void http_job_end(struct http_job *);
/* Is it from a guest or an account? If not it has been refused. */
bool http_is_somebody(struct http_request *);

#endif
