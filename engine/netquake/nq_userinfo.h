/* Names and colours of players in stuffed text: under FTE2's PREDINFO servers tell them by the
 * lines `//fui SLOT "\key\value..."`, all of a player, and `//ui SLOT "key" "value"`, one of them
 * (QuakeSpasm-Spiked CL_ServerExtension_FullUserinfo_f). */
#ifndef ENGINE_NETQUAKE_NQ_USERINFO_H
#define ENGINE_NETQUAKE_NQ_USERINFO_H

#include <stdint.h>

enum { NQ_USERINFO_UNTOLD = -1 };

struct nq_userinfo {
    uint32_t player;      /* from 0; may be beyond the players there are */
    const char *name;     /* in the text, not terminated; NULL = absent */
    uint32_t name_length; /* bytes */
    int32_t shirt;        /* 0..15 or NQ_USERINFO_UNTOLD */
    int32_t trousers;
};

/* Finds the next of these lines in a stuffed text. Returns where to go on, or NULL: no more. */
const char *nq_userinfo_next(const char *text, struct nq_userinfo *info);

#endif
