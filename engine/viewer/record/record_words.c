#include "engine/viewer/record/record_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/options/option_help.h"

static void add(struct record_words *words, const char *word)
{
    if (words->count < RECORD_WORDS) {
        byte_writer_string(&words->text, word);
        words->count++;
    }
}

/* "--name value", or "--name" alone for a switch. */
static void add_option(struct record_words *words, const struct option_row *row, const char *value)
{
    char name[OPTION_SPELLING_MAX];
    option_put_name(row->name, strlen(row->name), name);
    add(words, name);
    if (row->type != &option_switch) {
        add(words, value);
    }
}

/* The plan as options of the render command. Speed, direction and volume are the command's: a film
 * has the demo's own, whatever the window plays at. */
static struct options options_of(const struct record_plan *plan, char from[32], char to[32])
{
    struct options options = options_default();
    snprintf(from, 32, "%.3f", plan->from);
    snprintf(to, 32, "%.3f", plan->to);
    options.player = *plan->player;
    options.out = plan->out;
    options.from = from;
    options.to = isfinite(plan->to) ? to : NULL;
    options.size = (struct picture_size){plan->width, plan->height};
    options.gamma = plan->gamma;
    options.contrast = plan->contrast;
    options.camera_file = plan->camera_file;
    options.sound.off = plan->no_sound;
    options.sound.look = plan->sound;
    options.sound.music_volume = plan->music_volume;
    return options;
}

/* Every option of the render command that differs from its default, so that none is forgotten. */
static void add_options(struct record_words *words, const struct options *options)
{
    const struct options usual = options_default();
    char value[OPTION_TEXT_MAX], before[OPTION_TEXT_MAX];
    for (size_t i = 0; i < option_count(); i++) {
        const struct option_row *row = option_at(i);
        if (!(row->commands & FOR(RENDER)) || (row->flags & OPTION_UNFILMED) ||
            !option_write(row, options, value, sizeof(value))) {
            continue;
        }
        if (!option_write(row, &usual, before, sizeof(before)) || strcmp(value, before) != 0) {
            add_option(words, row, value);
        }
    }
}

int record_words_make(struct record_words *words, const struct record_plan *plan)
{
    char from[32], to[32];
    const struct options options = options_of(plan, from, to);
    const bool plain = plan->demo[0] != '-'; /* else it looks like an option */
    add(words, "render");
    if (plain) {
        add(words, plan->demo);
    }
    add_options(words, &options);
    if (!plain) {
        add(words, "--");
        add(words, plan->demo);
    }
    return words->text.failed ? FORMAT_MEMORY : 0;
}

void record_words_free(struct record_words *words)
{
    byte_writer_free(&words->text);
    words->count = 0;
}

void record_words_list(const struct record_words *words, const char *program,
                       const char *list[RECORD_WORDS + 2])
{
    const char *word = (const char *)words->text.data;
    list[0] = program;
    for (size_t i = 0; i < words->count; i++, word += strlen(word) + 1) {
        list[i + 1] = word;
    }
    list[words->count + 1] = NULL;
}

/* --- for a shell ------------------------------------------------------------------------------ */

static bool is_plain(const char *word)
{
    return word[0] != '\0' &&
           word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                             "%+,-./:=@_")] == '\0';
}

struct line {
    char *text;
    size_t size, used;
};

static void put(struct line *line, const char *text)
{
    for (; *text && line->used + 1 < line->size; text++) {
        line->text[line->used++] = *text;
    }
    line->text[line->used] = '\0';
}

/* In single quotes, where a quote itself is '\''. */
static void put_quoted(struct line *line, const char *word)
{
    put(line, "'");
    for (; *word; word++) {
        const char letter[2] = {*word, '\0'};
        put(line, *word == '\'' ? "'\\''" : letter);
    }
    put(line, "'");
}

void record_words_line(const struct record_words *words, char *line, size_t size)
{
    const char *list[RECORD_WORDS + 2];
    struct line out = {line, size, 0};
    record_words_list(words, "quakereel", list);
    for (size_t i = 0; list[i]; i++) {
        put(&out, i > 0 ? " " : "");
        if (is_plain(list[i])) {
            put(&out, list[i]);
        } else {
            put_quoted(&out, list[i]);
        }
    }
}
