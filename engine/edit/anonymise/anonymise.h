/* Demos of any family without the names of their players.
 *
 * In memory: bytes in, bytes out. Names stand in messages that set them and in texts; anon_names.h
 * says how they are found, anon_text.h what of a text stays. A player who takes another name keeps
 * the stand-in. Voice is left out. Blocks without names stay byte for byte. At the end the result
 * is read and searched: rewriting it once more must change nothing, and in Quake and QuakeWorld,
 * where texts stand in the file as they are, no name of seven letters or more may be anywhere in
 * its bytes but in names of files, keys, commands and numbers. Not thread-safe. */
#ifndef ENGINE_EDIT_ANONYMISE_ANONYMISE_H
#define ENGINE_EDIT_ANONYMISE_ANONYMISE_H

#include "engine/edit/anonymise/anon_names.h"
#include "engine/family/demo_family.h"
#include "formats/base/bytes.h"

struct anonymise_report {
    uint64_t replaced;  /* stand-ins written */
    uint64_t addresses; /* IP addresses */
    uint64_t voice;     /* messages left out */
    bool left;          /* a name is left: there is no result */
};

/* True if demos of that family can be rewritten. */
bool anonymise_knows(const struct demo_family *family);

/* Appends the demo, which its family has opened, to out, which is empty (caller frees). names: of
 * all demos so far, in which the demo's are added. teams: teams get stand-ins, too. name: the
 * file's, whose ending tells what some demos are. Returns 0, FORMAT_MEMORY, or another negative
 * code if the demo is damaged, and out then holds everything up to the damage; if a name is left or
 * something became too long, out is empty. Fills err, whose offset is the file's. *report is set.
 */
int anonymise_demo(struct anon_names *names, const struct demo *demo, const char *name, bool teams,
                   struct byte_writer *out, struct anonymise_report *report,
                   struct format_error *err) MUST_CHECK;

#endif
