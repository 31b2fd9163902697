/* How a demo follows another one in one file. */
#ifndef ENGINE_EDIT_EDIT_FOLLOW_H
#define ENGINE_EDIT_EDIT_FOLLOW_H

#include <stdbool.h>

struct edit_follow {
    bool retime; /* its times go on where those before end */
    bool smooth; /* its start state is left out if the level and its models are the same */
    const char
        *anew; /* set with smooth: why its level begins anew, a short text; NULL: it goes on */
};

#endif
