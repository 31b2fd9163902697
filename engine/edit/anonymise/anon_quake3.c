/* Names in Quake III demos. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/edit/anonymise/anon_long.h"
#include "engine/edit/anonymise/anon_walk.h"
#include "engine/edit/quake3/q3_cut.h"
#include "engine/quake3/q3_file.h"
#include "engine/quake3/q3_game.h"
#include "engine/quake3/q3_reader.h"
#include "engine/quake3/q3_trajectory.h"
#include "formats/base/info_string.h"

enum { LIVE_PROTOCOL = 91, INFO_BYTES = 1024 };

struct q3_walk {
    struct anon_walk *walk;
    struct anon_text *text;
    const struct q3_game *game;
    size_t command_max; /* bytes of a server command with its NUL */
    struct q3_words words;
    struct anon_long *parts;           /* configstrings in several commands */
    struct q3_gamestate *gamestate;    /* with stand-ins */
    struct byte_writer value, command; /* rewritten */
};

/* --- configstrings ------------------------------------------------------------------------------
 */

/* A clan's short name stands in front of the player's in Quake Live's names of files. */
static void collect_clan(struct q3_walk *w, const char *info)
{
    char clan[INFO_BYTES], name[INFO_BYTES], both[2 * INFO_BYTES];
    const struct anon_slot *slot = &w->text->slots[w->text->slot];
    info_copy(info, "cn", INFO_KEYS_ANY_CASE, clan, sizeof(clan));
    info_copy(info, "n", INFO_KEYS_ANY_CASE, name, sizeof(name));
    if (clan[0] == '\0' || slot->stand_in == ANON_NONE) {
        return;
    }
    const int size = snprintf(both, sizeof(both), "%s%s", clan, name);
    if (anon_names_add(w->text->names, ANON_PLAYER, both, (size_t)size, w->text->codes,
                       slot->stand_in) == FORMAT_MEMORY) {
        w->text->no_memory = true;
    }
}

static void rewrite_player(struct q3_walk *w, uint32_t slot, const char *value)
{
    struct anon_text *t = w->text;
    t->slot = (int)slot;
    t->short_keys = true;
    if (*value == '\0') {
        t->slots[slot] = (struct anon_slot){ANON_NONE, 0};
    }
    anon_text_info(t, value, strlen(value));
    if (t->collecting) {
        collect_clan(w, value);
    }
    t->short_keys = false;
    t->slot = -1;
}

/* Appends the value with stand-ins to text->out. */
static void rewrite_configstring(struct q3_walk *w, uint32_t index, const char *value)
{
    struct anon_text *t = w->text;
    const struct q3_game *game = w->game;
    if (index >= game->players && index < game->players + (uint32_t)Q3_PLAYERS) {
        rewrite_player(w, index - game->players, value);
    } else if ((index >= game->models && index < game->players) || index == game->version ||
               (index == game->shaders && index != 0) || index == Q3_CS_MESSAGE) {
        anon_text_file(t, value, strlen(value));
    } else if (strchr(value, '\\')) {
        anon_text_info(t, value, strlen(value));
    } else {
        anon_text_value(t, "", 0, value, strlen(value));
    }
}

/* Sets w->value to the value with stand-ins. */
static const char *new_value(struct q3_walk *w, uint32_t index, const char *value)
{
    struct anon_text *t = w->text;
    t->out.size = 0;
    rewrite_configstring(w, index, value);
    w->value.size = 0;
    byte_writer_bytes(&w->value, t->out.data, t->out.size);
    byte_writer_u8(&w->value, 0);
    t->no_memory = t->no_memory || w->value.failed;
    return t->no_memory ? value : (const char *)w->value.data;
}

static const struct q3_gamestate *replace_gamestate(void *context,
                                                    const struct q3_gamestate *gamestate,
                                                    const struct q3_frames *frames)
{
    (void)frames;
    struct q3_walk *w = context;
    bool changed = false;
    anon_long_level(w->parts);
    *w->gamestate = *gamestate;
    for (uint32_t i = 0; i < Q3_MAX_CONFIGSTRINGS; i++) {
        const char *value = q3_gamestate_string(gamestate, i);
        if (*value == '\0') {
            continue;
        }
        const char *made = new_value(w, i, value);
        if (strcmp(made, value) != 0) {
            changed = true;
            w->walk->too_long = w->walk->too_long || !q3_gamestate_set(w->gamestate, i, made);
        }
    }
    return changed ? w->gamestate : gamestate;
}

/* --- commands -----------------------------------------------------------------------------------
 */

/* True if the command's third word is a quoted text, and nothing is quoted before it. */
static bool has_value(const struct q3_walk *w, const char *text)
{
    const char *quote = strchr(text, '"'), *value = q3_word(&w->words, 2);
    return quote && w->words.count > 2 && strncmp(quote + 1, value, strlen(value)) == 0 &&
           quote >= text + strlen(q3_word(&w->words, 0)) + strlen(q3_word(&w->words, 1)) + 1;
}

/* The command with another text between its first quotes. */
static const char *with_value(struct q3_walk *w, const char *text, const char *value, size_t size)
{
    const char *begin = strchr(text, '"');
    const char *end = begin ? strchr(begin + 1, '"') : NULL;
    if (!begin) {
        return text;
    }
    end = end ? end : text + strlen(text);
    w->command.size = 0;
    byte_writer_bytes(&w->command, text, (size_t)(begin + 1 - text));
    byte_writer_bytes(&w->command, value, size);
    byte_writer_string(&w->command, end);
    w->text->no_memory = w->text->no_memory || w->command.failed;
    return w->text->no_memory ? text : (const char *)w->command.data;
}

static const char *rewrite_arguments(struct q3_walk *w, const char *text)
{
    struct anon_text *t = w->text;
    size_t name = 0;
    while (text[name] != '\0' && (unsigned char)text[name] <= ' ') {
        name++;
    }
    while ((unsigned char)text[name] > ' ' && text[name] != '"') {
        name++;
    }
    t->out.size = 0;
    anon_text_file(t, text, name);
    anon_text_arguments(t, text + name, strlen(text + name));
    byte_writer_u8(&t->out, 0);
    t->no_memory = t->no_memory || t->out.failed;
    return t->no_memory || t->collecting ? text : (const char *)t->out.data;
}

static const char *rewrite_command(struct q3_walk *w, int32_t sequence, const char *text)
{
    const char *name = q3_word(&w->words, 0);
    size_t size;
    if (strcmp(name, "cs") == 0 && has_value(w, text)) {
        const char *made =
            new_value(w, (uint32_t)q3_word_number(&w->words, 1), q3_word(&w->words, 2));
        return with_value(w, text, made, strlen(made));
    }
    if (strncmp(name, "bcs", 3) == 0 && has_value(w, text)) {
        const struct anon_long_whole *whole = anon_long_whole(w->parts, sequence);
        if (whole) {
            const char *made = new_value(w, whole->index, whole->text);
            const size_t begin = anon_long_part(w->parts, sequence, strlen(made), &size);
            return with_value(w, text, made + begin, size);
        }
    }
    return rewrite_arguments(w, text);
}

static const char *replace_command(void *context, const char *text, int32_t sequence, bool repeated)
{
    struct q3_walk *w = context;
    (void)repeated;
    q3_words_split(&w->words, text);
    const char *made = rewrite_command(w, sequence, text);
    const size_t size = strlen(made) + 1;
    w->walk->too_long = w->walk->too_long || (size > w->command_max && size > strlen(text) + 1);
    return strcmp(made, text) == 0 ? text : size <= Q3_COMMAND_BYTES ? made : "";
}

/* --- walks --------------------------------------------------------------------------------------
 */

/* Collects what a message tells. */
static int collect_message(struct q3_walk *w, const struct q3_reader *reader,
                           const struct q3_message *m)
{
    if (m->id == Q3_GAMESTATE) {
        anon_text_leave(w->text);
        anon_long_level(w->parts);
        for (uint32_t i = 0; i < Q3_MAX_CONFIGSTRINGS; i++) {
            rewrite_configstring(w, i, q3_gamestate_string(&reader->gamestate, i));
        }
    } else if (m->id == Q3_SERVER_COMMAND && !m->u.command.repeated) {
        q3_words_split(&w->words, m->u.command.text);
        const char *name = q3_word(&w->words, 0);
        if (strcmp(name, "cs") == 0) {
            rewrite_configstring(w, (uint32_t)q3_word_number(&w->words, 1), q3_word(&w->words, 2));
        } else if (strncmp(name, "bcs", 3) == 0) {
            return anon_long_add(w->parts, m->u.command.sequence, name[3],
                                 (uint32_t)q3_word_number(&w->words, 1), q3_word(&w->words, 2));
        }
    }
    return 0;
}

/* Reads all messages: names, and configstrings in parts. */
static int collect(struct q3_walk *w, const struct q3_file *file, struct format_error *err)
{
    struct q3_reader *reader = q3_reader_create(file->protocol->number, file->data, file->size);
    struct q3_message m;
    int code = reader ? 1 : FORMAT_MEMORY;
    while (code > 0 && (code = q3_reader_block(reader, err)) > 0) {
        while ((code = q3_reader_next(reader, &m, err)) > 0) {
            if (collect_message(w, reader, &m) < 0) {
                code = FORMAT_MEMORY;
                break;
            }
        }
        code = code == 0 ? 1 : code;
    }
    q3_reader_free(reader);
    return code == FORMAT_MEMORY ? format_fail(err, code, 0, "out of memory") : code;
}

/* Collects what configstrings in parts tell. */
static void collect_long(struct q3_walk *w)
{
    const struct anon_long_whole *whole;
    anon_text_leave(w->text);
    for (size_t i = 0; (whole = anon_long_get(w->parts, i)); i++) {
        rewrite_configstring(w, whole->index, whole->text);
    }
}

static int rewrite(struct q3_walk *w, const struct q3_file *file, struct format_error *err)
{
    const struct q3_rewriter rewriter = {
        .context = w, .gamestate = replace_gamestate, .command = replace_command};
    const int protocol = file->protocol->number;
    struct edit_report report;
    anon_long_begin(w->parts);
    int code = q3_cut_rewritten(file->data, file->size, protocol, protocol, &rewriter, w->walk->out,
                                &report, err);
    w->walk->voice += edit_report_count(&report, EDIT_VOICE);
    edit_report_free(&report);
    if (w->walk->too_long) {
        code = format_fail(err, FORMAT_BAD, 0, "with stand-ins a text is longer than clients read");
    }
    return code;
}

int anon_walk_quake3(struct anon_walk *walk, const struct demo *demo, struct format_error *err)
{
    const struct q3_file *file = demo->file;
    const bool collecting = walk->text.collecting;
    struct q3_walk *w = calloc(1, sizeof(*w));
    int code = FORMAT_MEMORY;
    if (w) {
        w->walk = walk;
        w->text = &walk->text;
        w->game = q3_game_of(file->protocol->number);
        w->command_max =
            file->protocol->number >= LIVE_PROTOCOL ? Q3_COMMAND_BYTES : Q3_MAX_COMMAND;
        w->parts = anon_long_create();
        w->gamestate = malloc(sizeof(*w->gamestate));
    }
    if (w && w->parts && w->gamestate) {
        walk->text.collecting = true; /* also finds the parts; no name is new when writing */
        code = collect(w, file, err);
        if (code != FORMAT_MEMORY && collecting) {
            collect_long(w);
        }
        walk->text.collecting = collecting;
        if (code != FORMAT_MEMORY && !collecting) {
            anon_text_leave(w->text);
            code = rewrite(w, file, err);
        }
    }
    if (w) {
        anon_long_free(w->parts);
        free(w->gamestate);
        byte_writer_free(&w->value);
        byte_writer_free(&w->command);
    }
    free(w);
    return code == FORMAT_MEMORY ? format_fail(err, code, 0, "out of memory") : code;
}
