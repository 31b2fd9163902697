/* Renders a film with several processes on one machine: each takes the next piece when it has
 * finished one, and render_merge joins them meanwhile. If a process is killed, another renders its
 * piece again. If the system starts fewer processes, these render all; without any, this one does.
 */
#ifndef ENGINE_COMMANDS_RENDER_JOBS_H
#define ENGINE_COMMANDS_RENDER_JOBS_H

#include "engine/commands/render_film.h"
#include "engine/commands/render_progress.h"

enum { RENDER_JOBS_MAX = 256 };

/* True if several processes can render that format. */
bool render_jobs_can(const struct film_format *format);

/* As render_film. piece: the frames to render. Call between process_guard_begin and _end and before
 * starting threads. Prints the result on stderr. */
int render_jobs(const struct render_job *job, const struct render_plan *plan,
                struct film_piece piece, int jobs, struct render_progress *progress,
                struct render_result *result);

#endif
