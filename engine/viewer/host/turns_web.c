/* The turns as the page calls them, at the pace of its display. */
#include "engine/viewer/host/turns.h"
#include "engine/viewer/host/web_page.h"

int host_take_turns(const struct host_turns *turns)
{
    web_leave_main(turns);
}

int web_turn(const struct host_turns *turns)
{
    double rest; /* the page comes back at the next picture, whatever it is */
    return turns->turn(turns->context, &rest);
}

int web_end(const struct host_turns *turns)
{
    return turns->end(turns->context);
}
