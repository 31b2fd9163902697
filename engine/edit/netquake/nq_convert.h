/* Writes a NetQuake demo in another protocol: 15, 666 or 999.
 *
 * In memory: bytes in, bytes out. Every played protocol can be the source. Messages that both have
 * are written again with the target's widths; coordinates and angles are rounded to the nearest
 * value that the target has. Protocols that send differences of entities (FTE2's replacement
 * deltas, DP5 to DP7) are played by the client state, and each update tells of all entities; so is
 * clientdata where statistics replace it. A message that is a console command in the older protocol
 * becomes that command (bonusflash: "bf").
 *
 * Limits of the targets. 15: what the original client holds (Quake 1.09: 255 models and sounds, 600
 * entities, 128 static entities, blocks of 8,000 bytes). 666 and 999: FitzQuake 0.85's 2,047 models
 * and sounds, blocks of 32,000 bytes. Sources: DEM 1.0.9 section 7, FitzQuake's protocol page. */
#ifndef ENGINE_EDIT_NQ_CONVERT_H
#define ENGINE_EDIT_NQ_CONVERT_H

#include "engine/edit/convert_report.h"
#include "engine/netquake/nq_file.h"
#include "formats/base/bytes.h"

/* True for 15, 666 and 999. */
bool nq_convert_knows(int32_t protocol);

/* The most that the target has of what does not fit; 0 for other kinds. */
double nq_convert_limit(int32_t protocol, enum convert_kind kind);

/* Appends the demo in that protocol, one that nq_convert_knows, to out (caller frees); *report is
 * set in all cases. If something does not fit, out is not a demo to use: convert_report_refuses.
 * Returns 0, FORMAT_MEMORY, or another negative code if the demo is damaged, and out then holds
 * everything up to the damage. Fills err, whose offset is the file's. */
int nq_convert(const struct nq_file *file, int32_t protocol, struct byte_writer *out,
               struct convert_report *report, struct format_error *err) MUST_CHECK;

#endif
