/* The table of NetQuake's messages for the text form: every message that the decoder reads, in each
 * protocol. */
#ifndef ENGINE_EDIT_TEXT_ROWS_NQ_TEXT_ROWS_H
#define ENGINE_EDIT_TEXT_ROWS_NQ_TEXT_ROWS_H

#include "engine/edit/text/text_fields.h"
#include "formats/netquake/nq_message.h"

/* Classes of protocols. */
enum {
    NQ_TEXT_PLAIN = 1 << 0,      /* none of the three below */
    NQ_TEXT_EXTENDED = 1 << 1,   /* 666, 999 */
    NQ_TEXT_DELTAS = 1 << 2,     /* FTE2's replacement deltas */
    NQ_TEXT_DARKPLACES = 1 << 3, /* DP5 to DP7 */
    NQ_TEXT_FTE = 1 << 4,        /* any of FTE2's extensions */
    NQ_TEXT_WIDE_MODEL = 1 << 5, /* BJP */
    NQ_TEXT_WIDE_SOUND = 1 << 6,
    NQ_TEXT_WIDE_STATIC = 1 << 7,
    NQ_TEXT_15 = 1 << 8, /* the number 15 */
    NQ_TEXT_CLASSES = 9
};
uint32_t nq_text_classes(const struct nq_protocol *protocol);
/* "666 and 999", for the page of the grammar. */
const char *nq_text_class_title(int bit);

/* Ids of rows that are no message's number. */
enum {
    NQ_TEXT_UPDATE_DP = 0x100, /* an update of QUAKEDP; its mask has NQ_DPU_ bits above 15 */
    NQ_TEXT_DELTA,             /* entries: into a struct nq_delta_entry */
    NQ_TEXT_DELTA_REMOVED,
    NQ_TEXT_DP_ENTRY, /* into a struct nq_dp_entry */
    NQ_TEXT_DP_REMOVED
};

extern const struct text_table nq_text_table;

#endif
