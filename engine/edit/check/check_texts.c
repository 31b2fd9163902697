#include "engine/edit/check/check_texts.h"

#include <ctype.h>
#include <string.h>

/* Variables that change time or movement, which servers have no reason to stuff. */
static const char *const stuffed_names[] = {
    "host_framerate", "host_timescale",  "host_maxfps",   "slowmo",
    "sv_gravity",     "sv_maxspeed",     "sv_accelerate", "sv_friction",
    "sv_stopspeed",   "sv_maxvelocity",  "sys_ticrate",   "god",
    "noclip",         "notarget",        "fly",           "give",
    "impulse",        "cl_forwardspeed", "cl_yawspeed",   "cl_pitchspeed",
};

static const char *const cheat_prints[] = {"godmode ON", "notarget ON", "noclip ON", "flymode ON"};

void check_texts_begin(struct check_texts *texts, enum stufftext_rules rules)
{
    texts->rules = rules;
    stufftext_begin(&texts->stuffed);
}

static bool is_stuffed_name(const char *name)
{
    for (size_t i = 0; i < sizeof(stuffed_names) / sizeof(stuffed_names[0]); i++) {
        if (strcmp(name, stuffed_names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void check_command(struct check *check, enum stufftext_rules rules, const char *command)
{
    struct stufftext_words words;
    char name[CHECK_TEXT_BYTES], text[CHECK_TEXT_BYTES];
    stufftext_split(command, rules, &words);
    const bool is_set = words.count > 1 && strcmp(words.at[0], "set") == 0;
    if (words.count == 0) {
        return;
    }
    check_copy_text(name, sizeof(name), words.at[is_set]);
    for (char *at = name; *at; at++) {
        *at = (char)tolower((unsigned char)*at);
    }
    if (is_stuffed_name(name)) {
        check_copy_text(text, sizeof(text), command);
        check_found_at(check, CHECK_STUFFED, &check->here, "\"%s\"", text);
    }
}

void check_texts_stuffed(struct check *check, struct check_texts *texts, const char *text)
{
    while (stufftext_next(&texts->stuffed, &text)) {
        check_command(check, texts->rules, texts->stuffed.text);
    }
}

void check_texts_print(struct check *check, const char *text)
{
    char line[CHECK_TEXT_BYTES];
    check_copy_text(line, sizeof(line), text);
    for (size_t i = 0; i < sizeof(cheat_prints) / sizeof(cheat_prints[0]); i++) {
        if (strcmp(line, cheat_prints[i]) == 0) {
            check_found_at(check, CHECK_CHEAT_PRINT, &check->here, "\"%s\"", line);
        }
    }
}

bool check_texts_is_pickup(const char *line)
{
    return strncmp(line, "You ", 4) == 0 && (strstr(line, "receive") || strstr(line, "got"));
}

bool check_texts_is_flash(const char *stuffed)
{
    return strncmp(stuffed, "bf", 2) == 0 && (stuffed[2] == '\n' || stuffed[2] == '\0');
}

/* A Megahealth's and a backpack's are among them. */
bool check_texts_is_pickup_sound(const char *name)
{
    return strncmp(name, "items/", 6) == 0 || strncmp(name, "weapons/lock4", 13) == 0 ||
           strncmp(name, "weapons/pkup", 12) == 0 || strncmp(name, "misc/medkey", 11) == 0;
}
