/* Texts in the middle of the screen of a demo of any family: puts them in, takes them out, lists
 * them.
 *
 * In memory: bytes in, bytes out. They are NetQuake's and QuakeWorld's centerprints and Quake III's
 * server command `cp` (cg_servercmds.c). A client shows one for 2 seconds (scr_centertime), Quake
 * III's for 3 (cg_centertime). Quake's and QuakeWorld's show one for good in an intermission, from
 * svc_intermission, svc_finale or svc_cutscene on until the next level (SCR_CheckDrawCenterString),
 * and write it letter by letter; while it is svc_intermission's they show scores instead. The text
 * of svc_finale and svc_cutscene is not among the texts here, but takes their place. All else is
 * copied; Quake III's messages that change are written as q3_cut writes them. */
#ifndef ENGINE_EDIT_SUBTITLE_EDIT_SUBTITLE_H
#define ENGINE_EDIT_SUBTITLE_EDIT_SUBTITLE_H

#include <stddef.h>

#include "engine/edit/subtitle/subtitle_list.h"
#include "engine/edit/subtitle/subtitle_text.h"
#include "engine/family/demo_family.h"
#include "formats/base/bytes.h"

struct subtitle_report {
    size_t shown;    /* texts put in */
    size_t missing;  /* texts for which there is no update */
    size_t messages; /* centerprints written */
    size_t removed;  /* centerprints left out */
};

/* The demo is one that its family has opened. The functions return 0, FORMAT_MEMORY, or another
 * negative code if the demo is damaged: the result is that of everything up to the damage then,
 * and nothing is appended if that is no step; they fill err, whose offset is the file's. out is
 * appended to; caller frees. */

/* Puts texts in. A text comes with the first update at or behind its time, again each second as
 * long as it is to stay and would go, and an empty one takes it away, unless a text of the demo's
 * own did. A block that is too long for one more message is passed over. NetQuake: at the end of
 * the update's block, of at most 8,000 bytes. .qwd: in the update's last packet, of at most 1,450.
 * .mvd: in a block of its own, for all, behind those of the update. Quake III: a command in front
 * of the snapshot, with the next number; later commands of that gamestate have higher numbers than
 * in the source. A quotation mark becomes an apostrophe there. */
int edit_subtitle_add(const struct demo *demo, const struct subtitles *subtitles,
                      struct byte_writer *out, struct subtitle_report *report,
                      struct format_error *err) MUST_CHECK;

/* Takes all centerprints out, or those whose text is one of `only`, and an empty one behind such
 * while it is shown. Texts are equal if their letters are, without colours and spaces. A block that
 * would be empty gets a nop, or is left out if it is a .mvd's without time; a Quake III command
 * becomes an empty one. If a demo had no such texts before edit_subtitle_add, its bytes come back,
 * but for Quake III's empty commands. */
int edit_subtitle_remove(const struct demo *demo, const struct subtitles *only,
                         struct byte_writer *out, struct subtitle_report *report,
                         struct format_error *err) MUST_CHECK;

/* Appends them to a list as plain ASCII: Quake's letters without colours. Empty lines are left
 * out. A text ends at the level's and the demo's end at the latest. Free the list in any case. */
int edit_subtitle_list(const struct demo *demo, struct subtitle_list *list,
                       struct format_error *err) MUST_CHECK;

#endif
