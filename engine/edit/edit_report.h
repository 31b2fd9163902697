/* What an edit did to a demo. */
#ifndef ENGINE_EDIT_EDIT_REPORT_H
#define ENGINE_EDIT_EDIT_REPORT_H

#include <stdint.h>

struct edit_report {
    uint32_t steps;       /* written: blocks or messages, those of the start state included */
    uint32_t start_steps; /* of the start state; 0 = the part begins where a level does */
    uint32_t empty;       /* left out: blocks without messages, at which the original stops */
    uint32_t reconnects;  /* made ineffective: texts that would end the original's playback */
};

#endif
