/* The types of option values: each reads and writes the text of a field. */
#ifndef ENGINE_OPTIONS_OPTION_TYPE_H
#define ENGINE_OPTIONS_OPTION_TYPE_H

#include <stdbool.h>
#include <stddef.h>

struct option_row;
struct options;

enum { OPTION_TEXT_MAX = 4096 /* bytes of a value's text, with its NUL */ };

/* A word of an enum. The list ends with a NULL; of words with one value the first is written. */
struct option_word {
    const char *text;
    int value;
};

struct option_type {
    /* Reads text into the row's field. False: it is bad, or memory ran out and errno is ENOMEM; the
     * field is unchanged. */
    bool (*read)(const struct option_row *row, struct options *options, const char *text);
    /* Writes the field. False: nothing to write, or it does not fit. */
    bool (*write)(const struct option_row *row, const struct options *options, char *text,
                  size_t size);
    /* Describes the good values, for help and error messages: "1 to 256". May be NULL. */
    void (*describe)(const struct option_row *row, char *text, size_t size);
    bool explained; /* the help of its rows names the good values already */
};

/* Fields: bool; int; int with "auto" as 0; float; double; int or bool by words; const char *. A
 * float or double outside the row's range means "not given". */
extern const struct option_type option_switch, option_int, option_auto, option_float, option_double,
    option_enum, option_bool_enum;
extern const struct option_type option_text;    /* any text */
extern const struct option_type option_name;    /* any text but "" */
extern const struct option_type option_time;    /* a place of a demo (demo_place.h), kept as text */
extern const struct option_type option_times;   /* a list of them */
extern const struct option_type option_ranges;  /* char *, owned: a list of ranges of places */
extern const struct option_type option_folders; /* char *, owned: folders, '\n' between them */
extern const struct option_type option_demos;   /* char *, owned: demos, likewise */
extern const struct option_type option_align;   /* const char *, as ghost_align_is_valid has it */
extern const struct option_type option_view_names; /* const char *, as view_names_are_valid */
extern const struct option_type option_blocks, option_server_times; /* lists of numbers */
extern const struct option_type option_size;                        /* struct picture_size */
extern const struct option_type option_width, option_height;        /* one number of it */
extern const struct option_type option_color;                       /* struct scene_color */
extern const struct option_type option_camera;                      /* struct camera */
extern const struct option_type option_water_alpha; /* player.water_alpha, player.own_water_alpha */
extern const struct option_type option_crosshair;   /* hud.crosshair, hud.own_crosshair */
extern const struct option_type option_opacity;     /* 0..1; field: sixteenths of transparency */
extern const struct option_type option_fps;         /* struct film_rate */
extern const struct option_type option_piece;       /* struct film_part */
extern const struct option_type option_word_list;   /* uint32_t, 1 << value of each word */

/* A whole number from low to high, the whole text. False: it is none; *value is unchanged. */
bool option_parse_int(const char *text, long low, long high, int *value);

#endif
