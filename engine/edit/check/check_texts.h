/* What servers of Quake and QuakeWorld print and stuff. */
#ifndef ENGINE_EDIT_CHECK_CHECK_TEXTS_H
#define ENGINE_EDIT_CHECK_CHECK_TEXTS_H

#include "engine/edit/check/check_internal.h"
#include "engine/quake/stufftext.h"

enum { CHECK_TEXT_BYTES = 160 /* of a text in a finding */ };

struct check_texts {
    struct stufftext stuffed;
    enum stufftext_rules rules;
};

void check_texts_begin(struct check_texts *texts, enum stufftext_rules rules);
/* A stufftext: reports commands that set time or movement. */
void check_texts_stuffed(struct check *check, struct check_texts *texts, const char *text);
/* A print of the server, not of players: reports cheats. */
void check_texts_print(struct check *check, const char *text);

/* Texts and sounds that tell of a pickup: "You got the nailgun", "bf", "items/health1.wav". */
bool check_texts_is_pickup(const char *line);
bool check_texts_is_flash(const char *stuffed);
bool check_texts_is_pickup_sound(const char *name);

#endif
