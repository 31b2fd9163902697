/* The option registry: one row per option. Parsing, help, man page, shell completion,
 * settings.conf and the command line of a recorded film are all made from these rows.
 *
 * To add an option: a field in options.h (or in a struct that it holds) and a row in a rows_*.c. */
#ifndef ENGINE_OPTIONS_OPTION_ROW_H
#define ENGINE_OPTIONS_OPTION_ROW_H

#include "engine/options/option_type.h"
#include "engine/options/options.h"

enum option_group {
    OPTIONS_COMMAND, /* the command's own: first, without a title */
    OPTIONS_PICTURE,
    OPTIONS_HUD,
    OPTIONS_SOUND,
    OPTIONS_MACHINE,
    OPTIONS_DATA,
    OPTION_GROUPS
};

/* Demo families, for help; 0 = all of them. */
enum { OPTION_NETQUAKE = 1, OPTION_QUAKEWORLD = 2, OPTION_QUAKE3 = 4 };

/* Sets of commands, as bits. */
#define FOR(command) (UINT64_C(1) << COMMAND_##command)
#define FOR_DRAWING (FOR(PLAY) | FOR(TIMEDEMO) | FOR(SHOT) | FOR(SHEET) | FOR(RENDER) | FOR(REPORT))
#define FOR_DEMOS                                                                                  \
    (FOR_DRAWING | FOR(SOUND) | FOR(INFO) | FOR(DUMP) | FOR(CUT) | FOR(VALIDATE) | FOR(REPAIR) |   \
     FOR(CONVERT) | FOR(SPLIT) | FOR(DECOMPILE) | FOR(DIFF) | FOR(CHECK) | FOR(SUBTITLE) |         \
     FOR(CAMERA) | FOR(STRINGS) | FOR(SEARCH) | FOR(ANONYMISE) | FOR(MERGE) | FOR(MARKS) |         \
     FOR(COMPARE) | FOR(EVENTS) | FOR(STATS) | FOR(MAP) | FOR(PLOT))
#define FOR_ALL (FOR_DEMOS | FOR(JOIN) | FOR(COMPILE) | FOR(LIBRARY))

static inline uint64_t option_command_bit(enum command command)
{
    return UINT64_C(1) << command;
}

enum {
    OPTION_HIDDEN = 1,   /* not in help, man page and completion */
    OPTION_UNFILMED = 2, /* not in the line of a recorded film: it changes no byte of it */
    OPTION_SETTING = 4,  /* in settings.conf only, not on the command line */
    OPTION_PER_LOOK = 8, /* settings.conf has four: NAME, and with faithful-, truecolor-, quake3- */
    OPTION_FILE_VALUE = 16, /* completion offers file names */
    OPTION_OF_WINDOW = 64,  /* a film recorded in the window has its default: speed, volume */
    OPTION_EXPLAINED = 32   /* help names the good values and the default already */
};

struct option_row {
    const char *name;    /* without dashes; one letter is written -x */
    const char *aliases; /* other names, separated by spaces; NULL = none */
    const char *value;   /* placeholder in help: "WxH"; NULL for a switch */
    const char *help;    /* without range and default, which are added */
    const struct option_type *type;
    size_t offset; /* offset of its field in struct options */
    double min, max;
    const struct option_word *words; /* values of an enum */
    const char *initial;             /* its default as text; NULL = not given */
    const char *unset;               /* default as help prints it; NULL = initial */
    const char *setting;             /* its name in settings.conf; NULL = not remembered */
    uint64_t commands;               /* FOR_ bits */
    unsigned families;
    unsigned flags;
};

/* The rows of a group, in the order of help. */
struct option_table {
    enum option_group group;
    const struct option_row *rows;
    size_t count;
};
extern const struct option_table option_rows_file, option_rows_watch, option_rows_film,
    option_rows_measure, option_rows_inspect, option_rows_edit, option_rows_find,
    option_rows_events, option_rows_stats, option_rows_map, option_rows_library, option_rows_report,
    option_rows_plot, option_rows_picture, option_rows_hud, option_rows_sound, option_rows_machine,
    option_rows_data;

/* A row's field, checked against the size of its type. */
#define OPTION_FIELD(kind, ctype, field)                                                           \
    .type = &(kind),                                                                               \
    .offset = offsetof(struct options, field) +                                                    \
              0 * sizeof(char[sizeof(((struct options *)0)->field) == sizeof(ctype) ? 1 : -1])
#define OPTION_SWITCH(field) OPTION_FIELD(option_switch, bool, field)
#define OPTION_INT(field, low, high)                                                               \
    OPTION_FIELD(option_int, int, field), .min = (low), .max = (high)
#define OPTION_AUTO(field, low, high) /* "auto" is 0 */                                            \
    OPTION_FIELD(option_auto, int, field), .min = (low), .max = (high)
#define OPTION_FLOAT(field, low, high)                                                             \
    OPTION_FIELD(option_float, float, field), .min = (low), .max = (high)
#define OPTION_DOUBLE(field, low, high)                                                            \
    OPTION_FIELD(option_double, double, field), .min = (low), .max = (high)
#define OPTION_ENUM(field, list) OPTION_FIELD(option_enum, int, field), .words = (list)
#define OPTION_BOOL_ENUM(field, list) OPTION_FIELD(option_bool_enum, bool, field), .words = (list)
#define OPTION_TEXT(field) OPTION_FIELD(option_text, const char *, field)
#define OPTION_TIME(field) OPTION_FIELD(option_time, const char *, field)

/* Rows in the order of help and of film lines. */
size_t option_count(void);
const struct option_row *option_at(size_t index);
enum option_group option_group_at(size_t index);

/* The row of a command by name or alias, NULL if there is none. The name ends after `length`. */
const struct option_row *option_find(enum command command, const char *name, size_t length);
/* The first row remembered under that name in settings.conf, NULL if there is none. */
const struct option_row *option_find_setting(const char *setting);
/* The option of the command that is spelled most like a mistyped one, NULL if none is close. */
const char *option_suggest(enum command command, const char *name);

/* Reads a value into the row's field and marks the row as given. False: the value is bad, and
 * *options is unchanged. */
bool option_read(const struct option_row *row, struct options *options, const char *text);
/* Writes the row's value as option_read takes it; "" for a switch that is on. False: there is
 * nothing to write (a switch that is off, a text that was not given), or it does not fit. */
bool option_write(const struct option_row *row, const struct options *options, char *text,
                  size_t size);
/* The same for the line of a film or a picture: true if the row is an option of that command,
 * render or shot, decides the bytes and differs from its default. */
bool option_write_filmed(const struct option_row *row, enum command command,
                         const struct options *options, char *text, size_t size);
/* True if the row was given. */
bool option_is_given(const struct option_row *row, const struct options *options);

#endif
