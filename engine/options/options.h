/* Values of all options: one field for each row of the option registry (option_row.h).
 *
 * Strings are borrowed from the command line. Places are texts that demo_place_find takes; they are
 * checked when they are read. */
#ifndef ENGINE_OPTIONS_OPTIONS_H
#define ENGINE_OPTIONS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/platform.h"
#include "engine/capture/film_form.h"
#include "engine/capture/film_plan.h"
#include "engine/options/command_info.h"
#include "engine/playback/playback_context.h"
#include "engine/sound/mixer.h"
#include "formats/media/avi.h"

struct picture_size {
    int width, height; /* pixels; 0 = the command's default */
};

struct sound_options {
    enum mixer_look look;
    int volume;          /* master volume, percent, 0..150 */
    double music_volume; /* music volume, percent, 0..150; multiplied by volume */
    int rate;            /* samples per second of a file */
    bool off;            /* no sound; in the window no device is opened */
    bool mute;
    bool no_music;
    bool keep_pitch; /* at speeds other than 1 */
};

/* The window. */
/* In whose view the keys for events land. */
enum event_eyes { EVENT_EYES_SAME, EVENT_EYES_KILLER, EVENT_EYES_VICTIM, EVENT_EYES };

struct play_options {
    int scale;   /* 1..4: render at 1/N size; 0 = as the refresh rate needs */
    bool repeat; /* the part, or the whole demo */
    bool resume; /* start where watching stopped last time */
    bool no_spoilers;
    bool no_osd;
    bool no_previews;
    bool fullscreen;
    bool list_keys;     /* print them, and play nothing */
    double event_lead;  /* seconds: the keys for events land that much before them */
    int event_eyes;     /* enum event_eyes */
    int seek_megabytes; /* for key frames */
    int record_form;    /* enum film_form: the form that is offered first */
    struct picture_size
        record_size; /* size of films recorded in the window; 0 = that of its picture */
};

struct film_options {
    const char *format;         /* NULL = by the file's extension */
    const char *ffmpeg_options; /* NULL = none */
    struct film_rate fps;
    double shutter; /* degrees */
    int quality;    /* Motion JPEG quality, 1..100 */
    int supersample, motion_blur, jobs;
    enum avi_codec codec;
    bool chroma_444;
    struct film_part {
        int number, count; /* piece `number` of `count`, from 1 */
    } piece;
    bool resume; /* keep what an earlier run finished */
    bool quiet, progress;
};

struct timedemo_options {
    bool no_window, profile;
    bool json, csv; /* data on the output, text for people on stderr */
    int runs;
};

/* Lists, separated by commas; NULL = not given. */
struct shot_options {
    const char *times, *times_file, *blocks, *server_times;
};

struct sheet_options {
    uint32_t kinds;     /* bits of enum demo_event_kind; 0 = evenly over the demo */
    int count, columns; /* 0 = default */
};

struct inspect_options {
    bool json, table, snapshots, state_hash, numbers, pretty;
    int threads; /* 0 = one per core */
};

enum edit_to { EDIT_TO_ANY, EDIT_TO_QWD, EDIT_TO_MVD };

enum edit_split_by { EDIT_BY_LEVEL, EDIT_BY_MATCH, EDIT_BY_LIFE, EDIT_BY_MARK, EDIT_BY_SIZE };

struct edit_options {
    int engine;          /* enum validate_engine; -1 = that of the demo's family */
    int protocol;        /* 0 = not given */
    int file;            /* enum edit_to */
    const char *player;  /* whose view convert writes; NULL = not given */
    char *ranges;        /* separated by commas, owned; NULL = not given */
    bool retime, smooth; /* of join */
    int split_by;        /* enum edit_split_by */
    double split_size;   /* megabytes of 1,000,000 bytes; 0 = not given */
    double lead;         /* seconds */
    bool speedrun;
    bool no_chat, keep_deltas;
    bool teams;
    const char *map;   /* file of names and stand-ins; NULL = none */
    bool remove;       /* texts */
    int texts;         /* enum subtitle_format */
    const char *into;  /* demo of a part's text; NULL = not given */
    const char *apply; /* list of texts; NULL = not given */
    bool json;
};

struct marks_options {
    const char *import; /* a list of marks; NULL = not given */
    int form;           /* enum mark_list_form */
    bool json;
};

/* What search looks for; a pattern is asked for if its first option is given. */
struct find_options {
    int frags;
    double within; /* seconds */
    bool alive;
    const char *by, *chat, *pickups, *player; /* NULL = not given */
    int rails;
    double flick, flick_speed; /* degrees, degrees per second */
    double mid_air, air_time;  /* units, seconds */
    double flag_run;           /* seconds */
    double speed;              /* units per second */
    const char *cut;           /* folder; NULL = not given */
    const char *sheet;         /* picture; NULL = not given */
    double lead, tail;         /* seconds */
    bool json;
    int threads; /* 0 = one per core */
};

struct events_options {
    const char *kinds, *player; /* NULL = not given */
    bool places, json, csv;
    int threads; /* 0 = one per core */
};

struct library_options {
    const char *file, *sql, *playlist; /* NULL = not given */
    struct film_part shard;            /* of the files */
    int threads;                       /* 0 = one per core */
    bool json, csv;
};

struct stats_options {
    const char *aliases; /* file; NULL = not given */
    bool sums, json, csv;
    int threads; /* 0 = one per core */
};

struct compare_options {
    double every; /* seconds from lead to lead */
    bool json;
};

struct map_options {
    bool paths, speed, kills, no_items;
    int heat;           /* enum map_heat_of */
    int theme;          /* enum drawing_theme */
    const char *player; /* NULL = not given */
    int level;          /* 0 = not given */
};

struct plot_options {
    uint32_t panels; /* bits of enum plot_panel_kind; 0 = default */
    char *players;   /* owned: names, '\n' between them; NULL = not given */
    int theme;       /* enum drawing_theme */
};

struct report_options {
    int moments;
    const char *page, *demo_url; /* NULL = not given */
};

enum { OPTIONS_MAX = 320 /* rows of the registry */ };

struct options {
    bool help;
    struct playback_options player; /* picture, status bar and game data */
    struct picture_size size;
    double gamma, contrast;         /* 0 = not given; player.light has the values to use */
    const char *camera_file;        /* NULL = none */
    struct camera_path camera_path; /* read from it; player.camera_path then points here */
    int cpu;                        /* enum cpu_level; -1 = not given */
    const char *from, *to;          /* NULL = start, end of the demo */
    double speed;
    bool reverse;
    const char *out; /* NULL = not given */
    bool force;      /* replace files */
    struct sound_options sound;
    struct play_options play;
    struct film_options film;
    struct timedemo_options timedemo;
    struct shot_options shot;
    struct sheet_options sheet;
    struct inspect_options inspect;
    struct edit_options edit;
    struct find_options find;
    struct events_options events;
    struct library_options library;
    struct stats_options stats;
    struct compare_options compare;
    struct map_options map;
    struct plot_options plot;
    struct report_options report;
    char *ghosts; /* owned: demos, as ghost_options has them */
    struct marks_options marks;
    char *basedirs;     /* owned: folders of game data, as demo_search has them */
    const char **files; /* arguments that are no options; the array is owned */
    size_t num_files;
    struct file_bytes input;          /* standard input, if a file is "-"; owned */
    uint64_t given[OPTIONS_MAX / 64]; /* rows that were given; options_given reads it */
};

/* Every option at its default. Owns nothing. */
struct options options_default(void);

/* True if an option of that name was given. */
bool options_given(const struct options *options, const char *name);

/* Gives an option of a command its value: "" for a switch. False: there is no such option, or
 * the value is bad; *options is unchanged then. Call options_settle after the last one. */
bool options_set(struct options *options, enum command command, const char *name,
                 const char *value);

/* Works out what depends on several options: player.light, player.threads. plain_light: without
 * --gamma and --contrast the light is that of hashes, whatever the look. */
void options_settle(struct options *options, bool plain_light);

/* Memory for key frames, bytes. */
size_t options_seek_bytes(const struct options *options);

/* Frees what is owned. */
void options_free(struct options *options);

#endif
