/* Removes what players say from a demo of any family, and changes nothing else.
 *
 * In memory: bytes in, bytes out. NetQuake: prints whose text begins with byte 1 (sv_user.c,
 * Host_Say). QuakeWorld: prints of level PRINT_CHAT (QWD, svc_print). Quake III: the commands chat,
 * tchat, Team Arena's vchat, vtchat and vtell (g_cmds.c) and CPMA's mm2; they become empty
 * commands, which clients ignore, since numbers of commands must not have gaps. Blocks that would
 * be empty get a nop: NetQuake takes an empty block for the end of the file. Quake III's messages
 * are written as q3_cut writes the whole demo. */
#ifndef ENGINE_EDIT_CHAT_EDIT_CHAT_H
#define ENGINE_EDIT_CHAT_EDIT_CHAT_H

#include <stdint.h>

#include "engine/family/demo_family.h"
#include "formats/base/bytes.h"

/* Appends the demo, which its family has opened, to out (caller frees). *lines is set to the number
 * of chat lines left out; one that a Quake III server repeats counts once. Returns 0,
 * FORMAT_MEMORY, or another negative code if the demo is damaged, and out then holds everything up
 * to the damage; fills err, whose offset is the file's. */
int edit_chat_remove(const struct demo *demo, struct byte_writer *out, uint64_t *lines,
                     struct format_error *err) MUST_CHECK;

#endif
