/* Every message of a demo as JSON, an object a line, by the tables of fields that also make its
 * text (text_json.h tells how fields are written, GRAMMAR.md lists them).
 *
 *     {"block":4,"offset":5082,"name":"time","id":7,"head":{"view":[39.4,265.3,0]},"time":91.2}
 *
 * block: number from 0; offset: the message's byte in the file; name: of the message in the text;
 * id: the message's number. head: the block's own fields, in its first line; a block without
 * messages is a line without id. QuakeWorld's lines have clock (seconds of playback) and, if the
 * message is not for all, `to`, the players. Entities and nails are the array entries. */
#ifndef ENGINE_EDIT_TEXT_DEMO_JSON_H
#define ENGINE_EDIT_TEXT_DEMO_JSON_H

#include <stdio.h>

#include "engine/family/demo_family.h"
#include "formats/base/error.h"

/* Writes the messages of an opened demo up to its end or its first damage, and stops early if
 * writing fails. 0, or the damage's code and err filled. */
int demo_json_write(FILE *out, const struct demo *demo, struct format_error *err) MUST_CHECK;

/* The families' parts of it. */
int nq_json_write(FILE *out, const struct demo *demo, struct format_error *err) MUST_CHECK;
int qw_json_write(FILE *out, const struct demo *demo, struct format_error *err) MUST_CHECK;

#endif
