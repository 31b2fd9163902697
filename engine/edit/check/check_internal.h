/* For the files of check alone: a check that is running, and each family's part of it. */
#ifndef ENGINE_EDIT_CHECK_CHECK_INTERNAL_H
#define ENGINE_EDIT_CHECK_CHECK_INTERNAL_H

#include "engine/edit/check/check.h"

struct check_place {
    uint32_t block;
    size_t offset;
    double seconds;
};

struct check {
    const struct demo *demo;
    const struct demo_stats *run; /* NULL: not as a speed run */
    struct check_options options;
    bool failed;          /* out of memory */
    check_found_fn found; /* may be NULL */
    void *context;
    struct check_report *report;
    struct check_place here; /* the step being checked */
    bool last;               /* it ends the demo */
};

/* Reports a finding at a place. */
void check_found_at(struct check *check, enum check_rule rule, const struct check_place *place,
                    const char *fmt, ...) FORMAT_PRINTF(4, 5);

static inline double check_threshold(enum check_rule rule)
{
    return check_info(rule)->threshold;
}

/* Copies printable text, without the high bit, ends of lines and colours. */
void check_copy_text(char *to, size_t room, const char *text);

/* A family's checks. */
struct check_family {
    const struct demo_family *family;
    size_t state_size;                              /* zeros before the first step */
    int (*begin)(struct check *check, void *state); /* 0, or FORMAT_MEMORY */
    /* The step at check->here, whose bytes end before `end`. */
    void (*step)(struct check *check, void *state, size_t end);
    void (*end)(struct check *check, void *state);
    /* The end of an undamaged demo: 0, or a negative code and err. NULL = nothing to do. */
    int (*finish)(struct check *check, void *state, struct format_error *err);
    void (*close)(void *state); /* of zeros, too; NULL = it owns nothing */
};

/* What archives of speed runs ask for, whatever the family. */
void check_speedrun(struct check *check);

extern const struct check_family check_netquake, check_quakeworld, check_quake3;

#endif
