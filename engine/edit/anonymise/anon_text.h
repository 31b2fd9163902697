/* Texts of demos with stand-ins for names: free texts, info strings, commands, JSON.
 *
 * A demo is walked twice with the same calls: at first `collecting`, where names are added and
 * nothing is written, then writing. What names files of the game (maps, models, skins of Quake III,
 * packs), keys, the names of commands and numbers stay as they are: they are no texts. IP
 * addresses become 0.0.0.0. */
#ifndef ENGINE_EDIT_ANONYMISE_ANON_TEXT_H
#define ENGINE_EDIT_ANONYMISE_ANON_TEXT_H

#include "engine/edit/anonymise/anon_names.h"

enum { ANON_SLOTS = 256 };

/* Who is in a slot: a stand-in and a number that changes with the player. */
struct anon_slot {
    int32_t stand_in; /* ANON_NONE = nobody */
    int32_t user;
};

struct anon_text {            /* start with anon_text_begin; free with anon_text_free */
    struct anon_names *names; /* borrowed */
    unsigned codes;           /* of the family's texts */
    bool teams;               /* teams get stand-ins, too */
    bool short_keys;          /* `n` is a player's name: configstrings of Quake III's players */
    bool collecting;
    struct byte_writer out; /* what is written; the caller empties it */
    uint64_t replaced, addresses;
    int slot; /* whose texts these are; -1 = nobody's */
    int32_t user;
    struct anon_slot slots[ANON_SLOTS];
    /* Stuffed text goes on from message to message. */
    bool in_command, kept_command;
    /* Where texts stay as they are, unsearched, in a file; ascending. base NULL: not asked for. */
    const uint8_t *base;
    size_t base_size;
    struct anon_place *kept;
    size_t num_kept, room_kept;
    struct byte_writer scratch[2];
    bool no_memory;
};

void anon_text_begin(struct anon_text *t, struct anon_names *names, unsigned codes, bool teams);
void anon_text_free(struct anon_text *t);

/* Nobody is in any slot: a level begins. */
void anon_text_leave(struct anon_text *t);

/* All append to t->out, if it is not collecting; failures are in t->no_memory. */

/* A text that is a name and nothing else. */
void anon_text_name(struct anon_text *t, enum anon_kind kind, const void *text, size_t size);
/* A text with names in it. */
void anon_text_words(struct anon_text *t, const void *text, size_t size);
/* \key\value\key\value */
void anon_text_info(struct anon_text *t, const char *text, size_t size);
/* The value of one key. */
void anon_text_value(struct anon_text *t, const char *key, size_t key_size, const char *value,
                     size_t size);
/* What a server stuffs into a client's console. */
void anon_text_stuffed(struct anon_text *t, const char *text, size_t size);
/* What follows a command's name: words, quoted texts, numbers. */
void anon_text_arguments(struct anon_text *t, const char *text, size_t size);
void anon_text_json(struct anon_text *t, const void *text, size_t size);

/* What was written, terminated, if it is another text than `before`; else NULL. */
const char *anon_text_changed(struct anon_text *t, const char *before);

/* Names of files and other words of the game: they stay. */
void anon_text_file(struct anon_text *t, const void *text, size_t size);

/* Notes that bytes of the file are as they were, and appends nothing. */
void anon_text_keep(struct anon_text *t, const void *bytes, size_t size);

/* A player's line to the team, "(NAME): \rNICK ...": collects the nick, by which clients write the
 * name short, if its letters are in the name in that order. */
void anon_text_nick(struct anon_text *t, const char *text, size_t size);

#endif
