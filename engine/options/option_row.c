#include "engine/options/option_row.h"

#include <string.h>

#include "formats/text/spelling.h"

static const struct option_table *const tables[] = {
    &option_rows_file,    &option_rows_watch,   &option_rows_film,    &option_rows_measure,
    &option_rows_inspect, &option_rows_edit,    &option_rows_find,    &option_rows_events,
    &option_rows_stats,   &option_rows_map,     &option_rows_library, &option_rows_report,
    &option_rows_plot,    &option_rows_picture, &option_rows_hud,     &option_rows_sound,
    &option_rows_machine, &option_rows_data,
};

enum { TABLES = sizeof(tables) / sizeof(tables[0]) };

size_t option_count(void)
{
    size_t count = 0;
    for (int i = 0; i < TABLES; i++) {
        count += tables[i]->count;
    }
    return count;
}

/* The table that holds a row; *index becomes its place in it. */
static const struct option_table *find_table(size_t *index)
{
    int i = 0;
    while (i < TABLES - 1 && *index >= tables[i]->count) {
        *index -= tables[i++]->count;
    }
    return tables[i];
}

const struct option_row *option_at(size_t index)
{
    const struct option_table *table = find_table(&index);
    return &table->rows[index];
}

enum option_group option_group_at(size_t index)
{
    return find_table(&index)->group;
}

/* True if a space-separated list of names holds a name. */
static bool has_name(const char *names, const char *name, size_t length)
{
    while (names && *names) {
        const size_t next = strcspn(names, " ");
        if (next == length && memcmp(names, name, length) == 0) {
            return true;
        }
        names += next + (names[next] == ' ');
    }
    return false;
}

static bool is_called(const struct option_row *row, const char *name, size_t length)
{
    return has_name(row->name, name, length) || has_name(row->aliases, name, length);
}

static bool holds_for(const struct option_row *row, enum command command)
{
    return (row->commands & option_command_bit(command)) != 0;
}

const struct option_row *option_find(enum command command, const char *name, size_t length)
{
    for (size_t i = 0; i < option_count(); i++) {
        const struct option_row *row = option_at(i);
        if (holds_for(row, command) && is_called(row, name, length)) {
            return row;
        }
    }
    return NULL;
}

const struct option_row *option_find_setting(const char *setting)
{
    for (size_t i = 0; i < option_count(); i++) {
        const struct option_row *row = option_at(i);
        if (row->setting && strcmp(row->setting, setting) == 0) {
            return row;
        }
    }
    return NULL;
}

const char *option_suggest(enum command command, const char *name)
{
    const char *closest = NULL;
    int least = SPELLING_MAX;
    for (size_t i = 0; i < option_count(); i++) {
        const struct option_row *row = option_at(i);
        if (holds_for(row, command) && !(row->flags & OPTION_HIDDEN)) {
            const int distance = spelling_distance(name, row->name);
            if (distance < least) {
                least = distance;
                closest = row->name;
            }
        }
    }
    return closest && spelling_is_close(name, least) ? closest : NULL;
}

/* --- values ----------------------------------------------------------------------------------- */

static size_t index_of(const struct option_row *row)
{
    size_t index = 0;
    while (option_at(index) != row) {
        index++;
    }
    return index;
}

bool option_read(const struct option_row *row, struct options *options, const char *text)
{
    if (!row->type->read(row, options, text)) {
        return false;
    }
    const size_t index = index_of(row);
    options->given[index / 64] |= (uint64_t)1 << index % 64;
    return true;
}

bool option_write(const struct option_row *row, const struct options *options, char *text,
                  size_t size)
{
    return row->type->write(row, options, text, size);
}

bool option_write_filmed(const struct option_row *row, enum command command,
                         const struct options *options, char *text, size_t size)
{
    const struct options usual = options_default();
    char before[OPTION_TEXT_MAX];
    return (row->commands & option_command_bit(command)) && !(row->flags & OPTION_UNFILMED) &&
           option_write(row, options, text, size) &&
           (!option_write(row, &usual, before, sizeof(before)) || strcmp(text, before) != 0);
}

bool option_is_given(const struct option_row *row, const struct options *options)
{
    const size_t index = index_of(row);
    return (options->given[index / 64] >> index % 64 & 1) != 0;
}
