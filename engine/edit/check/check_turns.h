/* How the recorder's view turns: fast, there and back, onto something that is shot at. */
#ifndef ENGINE_EDIT_CHECK_CHECK_TURNS_H
#define ENGINE_EDIT_CHECK_CHECK_TURNS_H

#include "engine/edit/check/check_internal.h"

struct check_turns { /* begin with check_turns_begin */
    bool looked;     /* there is an update before */
    bool set;        /* the server turned the view since */
    bool fires, fast;
    double time;       /* s */
    float pitch, yaw;  /* degrees */
    float turned;      /* yaw, by the update before */
    float angle, step; /* the last turn as an angle, and the seconds it took; 0 = none */
    float snap, back;  /* a large turn that is followed, and how far it was taken back */
    double snap_time;  /* s */
    int since_snap;    /* updates */
    bool snap_fired;
    struct check_place snap_place;
};

void check_turns_begin(struct check_turns *turns);
/* The server turns the view: a teleport, a new life. */
void check_turns_set(struct check_turns *turns);
/* The view at a time; fires: the attack button is down. */
void check_turns_note(struct check *check, struct check_turns *turns, double time,
                      const float angles[3], bool fires);

#endif
