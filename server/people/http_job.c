/* SPDX-License-Identifier: MIT
 *
 * Requests that wait for the storage thread.
 */
#include "server/people/http_job.h"

#include "server/process.h"

#include <stdlib.h>

void *http_job_new(struct http_request *request, size_t size, http_job_run *run,
                   http_job_finish *finish)
{
	struct http_job *it = http_allocate(request, size);

	if (!it)
		return NULL;
	it->job.run = run;
	it->job.task.finish = finish;
	it->request = request;
	return it;
}

void http_job_submit(struct http_job *it)
{
	http_wait(it->request);
	store_submit(it->request->server->store, &it->job);
}

void http_job_end(struct http_job *it)
{
	struct http_request *request = it->request;

	free(it);
	http_resume(request);
}

bool http_is_somebody(struct http_request *request)
{
	if (request->person.id)
		return true;
	http_refuse(request, 401, "nobody", "Sign in, or play as a guest, first.");
	return false;
}
