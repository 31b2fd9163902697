/* Writes a part of a NetQuake demo as a demo that the original client plays.
 *
 * In memory: bytes in, bytes out. Blocks of the part are copied. In front stand the blocks of the
 * level up to the part if it begins with the level's first update, else the state that the client
 * has there (nq_start.h), then comes a disconnect. Left out: blocks without messages, at which the
 * original takes the file for ended; a "reconnect" that servers send before the next level, which
 * would make the original wait for a sign-on that the demo has behind it, becomes nops.
 *
 * A block with more bytes than clients of its protocol read (nq_block_limit) becomes several
 * (nq_split_block). One message that is too long alone, or an update's entities, stay in a block
 * that is too long. */
#ifndef ENGINE_EDIT_NQ_CUT_H
#define ENGINE_EDIT_NQ_CUT_H

#include "engine/edit/edit_range.h"
#include "engine/edit/edit_report.h"
#include "engine/netquake/nq_file.h"
#include "formats/base/bytes.h"

/* Appends the part to out (caller frees). range NULL = the whole demo. Returns 0, FORMAT_MEMORY, or
 * another negative code if the demo is damaged, and out then holds everything up to the damage; if
 * that is before the part, out is empty. Fills err, whose offset is the file's.
 * *report is set; free with edit_report_free. */
int nq_cut(const struct nq_file *file, const struct edit_range *range, struct byte_writer *out,
           struct edit_report *report, struct format_error *err) MUST_CHECK;

/* The same for several parts that rise: what is in front of them is read once. file must outlive
 * the walk. NULL: out of memory. Not thread-safe. */
struct nq_walk;
struct nq_walk *nq_walk_create(const struct nq_file *file);
void nq_walk_free(struct nq_walk *walk);
/* As nq_cut. A part in front of the one before is cut, too, but the demo is read again. */
int nq_walk_cut(struct nq_walk *walk, const struct edit_range *range, struct byte_writer *out,
                struct edit_report *report, struct format_error *err) MUST_CHECK;

#endif
