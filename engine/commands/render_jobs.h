/* A film made by several processes on one machine: each makes pieces as it is done with the one
 * before, and render_gather puts them together meanwhile. A process that is killed costs the piece
 * it was at, which another makes again. */
#ifndef ENGINE_COMMANDS_RENDER_JOBS_H
#define ENGINE_COMMANDS_RENDER_JOBS_H

#include "engine/commands/render_film.h"
#include "engine/commands/render_progress.h"

enum { RENDER_MOST_JOBS = 256 };

/* Whether films of that kind are made by several. */
bool render_jobs_can(const struct film_format *format);

/* piece: the frames to be made. Within process_guard_begin and _end, and before any thread is
 * started. As render_film; says itself what became of it. */
int render_jobs(const struct render_job *job, const struct render_plan *plan,
                struct film_piece piece, int jobs, struct render_progress *progress,
                struct render_result *result);

#endif
