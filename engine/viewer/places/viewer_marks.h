/* The marks of the open demo in the window: setting, naming and removing them, and their list. */
#ifndef ENGINE_VIEWER_PLACES_VIEWER_MARKS_H
#define ENGINE_VIEWER_PLACES_VIEWER_MARKS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/viewer/overlay/chooser.h"
#include "engine/viewer/overlay/prompt.h"

struct viewer_base;
struct viewer_demo;

#define VIEWER_MARK_TITLE "name of the mark"

struct viewer_marks { /* start from {0} */
    struct prompt name;
    double named; /* time of the mark that is being named */
    char **lines; /* of the list; owned */
    size_t num_lines, room;
};

/* Adds a mark at the time that is shown, or removes the one nearest to it; saves and tells that. */
void viewer_change_mark(struct viewer_demo *demo, struct viewer_base *base, bool add);

/* Asks for the name of the mark nearest to the time that is shown; sets one if there is none. */
void viewer_ask_mark_name(struct viewer_marks *marks, struct viewer_demo *demo,
                          struct viewer_base *base);
/* Gives it the name that was typed; an empty one takes its name away. */
void viewer_name_mark(struct viewer_marks *marks, struct viewer_demo *demo,
                      struct viewer_base *base);

/* Shows the list of marks in the chooser; says if there are none. */
void viewer_show_marks(struct viewer_marks *marks, struct chooser *chooser,
                       const struct viewer_demo *demo, struct viewer_base *base);
/* Removes the selected mark from the demo and from the list, which is closed behind the last. */
void viewer_remove_listed(struct viewer_marks *marks, struct chooser *chooser,
                          struct viewer_demo *demo, struct viewer_base *base);
/* The list as it is drawn. Valid until it is shown again. */
struct chooser_list viewer_marks_list(const struct viewer_marks *marks,
                                      const struct viewer_demo *demo);
void viewer_free_marks(struct viewer_marks *marks);

#endif
