/* The tables of QuakeWorld's blocks and messages for the text form. */
#ifndef ENGINE_EDIT_TEXT_ROWS_QW_TEXT_ROWS_H
#define ENGINE_EDIT_TEXT_ROWS_QW_TEXT_ROWS_H

#include "engine/edit/text/qw_text.h"

/* Classes of protocols and containers. */
enum {
    QW_TEXT_QWD = 1 << 0,
    QW_TEXT_MVD = 1 << 1,
    QW_TEXT_OLD = 1 << 2,   /* protocols 24 to 26 */
    QW_TEXT_NEW = 1 << 3,   /* 27 and 28 */
    QW_TEXT_PLAIN = 1 << 4, /* none of FTE's extensions */
    QW_TEXT_FTE = 1 << 5,
    QW_TEXT_HIGHLAG = 1 << 6, /* mvdsv's setangle with a kind */
    QW_TEXT_CHUNKS = 1 << 7,  /* FTE's downloads in chunks */
    QW_TEXT_WHOLE = 1 << 8,   /* QuakeWorld's */
    QW_TEXT_CLASSES = 9
};
uint32_t qw_text_classes(const struct qw_protocol *protocol);
const char *qw_text_class_title(int bit);

/* Ids of rows that are no message's number. */
enum {
    QW_TEXT_MVD_PLAYER = 0x100, /* playerinfo of a .mvd */
    QW_TEXT_OLD_PLAYER,         /* of a .qwd in protocols 24 to 26 */
    QW_TEXT_ENTITY,             /* entries: a struct qw_entity */
    QW_TEXT_NAIL,               /* a struct qw_nail */
    QW_TEXT_DOWNLOAD_REFUSED,   /* download without bytes: its size is below 0 */
    QW_TEXT_DOWNLOAD_CHUNK,     /* download in chunks: one of them, */
    QW_TEXT_DOWNLOAD_BEGIN,     /* or what is in front of them */
    /* Heads of blocks, of a union qw_text_head: + the block's type. */
    QW_TEXT_QWD_BLOCK = 0x200,
    QW_TEXT_CONNECTIONLESS = 0x204,
    QW_TEXT_RUNT,
    QW_TEXT_MVD_BLOCK = 0x210
};

extern const struct text_table qw_text_table, qw_text_block_table;

#endif
