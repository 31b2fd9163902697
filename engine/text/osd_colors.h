/* The colours of the program's own texts and of the grounds they stand on: one table, so that a
 * test can compare each text with its ground.
 *
 * A ground is mixed with the picture behind it; its alpha (0..255) is so high that over a white
 * picture, too, each of its texts has a contrast of 4.5 : 1 (WCAG 2). Colours: 0x00RRGGBB. */
#ifndef ENGINE_TEXT_OSD_COLORS_H
#define ENGINE_TEXT_OSD_COLORS_H

#include <stdint.h>

/* X(name, color, alpha) */
#define OSD_GROUNDS(X)                                                                             \
    X(MESSAGE, 0x101214, 208)                                                                      \
    X(BAR, 0x101214, 230)                                                                          \
    X(PANEL, 0x101214, 224)                                                                        \
    X(LIST, 0x101418, 225)                                                                         \
    X(CONSOLE, 0x0c0e10, 228)                                                                      \
    X(HELP, 0x080a0c, 250)                                                                         \
    X(PROMPT, 0x10131a, 216)                                                                       \
    X(GRAPH, 0x000000, 208)                                                                        \
    X(SUMMARY, 0x101214, 236)                                                                      \
    X(CHOICE, 0x3a4a60, 255)

/* X(name, color, ground) */
#define OSD_TEXTS(X)                                                                               \
    X(MESSAGE_COLOR, 0xf0f0f0, MESSAGE)                                                            \
    X(SEEK_BAR_WHITE, 0xffffff, BAR)                                                               \
    X(SEEK_BAR_BRIGHT, 0xf0f0f0, BAR)                                                              \
    X(SEEK_BAR_DIM, 0xa8acb0, BAR)                                                                 \
    X(SEEK_BAR_PLAYED, 0xe8a33d, BAR)                                                              \
    X(SEEK_BAR_LOOP_COLOR, 0x58b4ff, BAR)                                                          \
    X(SEEK_BAR_MARK_COLOR, 0x40e8d8, BAR)                                                          \
    X(SEEK_BAR_FILM_COLOR, 0xff5a4c, BAR)                                                          \
    X(SEEK_BAR_DAMAGE_COLOR, 0xff5a4a, BAR)                                                        \
    X(EVENT_LEVEL_COLOR, 0xffffff, BAR)                                                            \
    X(EVENT_FRAG_COLOR, 0xffd83d, BAR)                                                             \
    X(EVENT_DEATH_COLOR, 0xff5a4a, BAR)                                                            \
    X(EVENT_PICKUP_COLOR, 0x6bd66b, BAR)                                                           \
    X(EVENT_CHAT_COLOR, 0x8cb4e8, BAR)                                                             \
    X(EVENT_SECRET_COLOR, 0xd884ff, BAR)                                                           \
    X(EVENT_FLAG_COLOR, 0xff9a3d, BAR)                                                             \
    X(EVENT_TEAM_COLOR, 0xb0a898, BAR)                                                             \
    X(EVENT_ROUND_COLOR, 0x5be8c8, BAR)                                                            \
    X(EVENT_FINISH_COLOR, 0xff6bb5, BAR)                                                           \
    X(PANEL_TITLE_COLOR, 0xe8a33d, PANEL)                                                          \
    X(PANEL_TEXT_COLOR, 0xf0f0f0, PANEL)                                                           \
    X(LIST_TEXT_COLOR, 0xd8d8d8, LIST)                                                             \
    X(LIST_CURRENT_COLOR, 0xffc850, LIST)                                                          \
    X(LIST_DIM_COLOR, 0x9098a0, LIST)                                                              \
    X(CONSOLE_EDGE_COLOR, 0xe8a33d, CONSOLE)                                                       \
    X(CONSOLE_TEXT_COLOR, 0xd8dce0, CONSOLE)                                                       \
    X(CONSOLE_TIME_COLOR, 0x9098a0, CONSOLE)                                                       \
    X(CONSOLE_MATCH_COLOR, 0xffd83d, CONSOLE)                                                      \
    X(CONSOLE_PROMPT_COLOR, 0xffffff, CONSOLE)                                                     \
    X(HELP_TITLE_COLOR, 0xe8a33d, HELP)                                                            \
    X(HELP_KEYS_COLOR, 0xffffff, HELP)                                                             \
    X(HELP_WHAT_COLOR, 0xc0c4c8, HELP)                                                             \
    X(HELP_DIM_COLOR, 0x909498, HELP)                                                              \
    X(PROMPT_TITLE_COLOR, 0xa8b2c0, PROMPT)                                                        \
    X(PROMPT_TEXT_COLOR, 0xffffff, PROMPT)                                                         \
    X(PROMPT_WRONG_COLOR, 0xffb070, PROMPT)                                                        \
    X(GRAPH_LINE_COLOR, 0x60c8f0, GRAPH)                                                           \
    X(GRAPH_NOW_COLOR, 0xe8a33d, GRAPH)                                                            \
    X(GRAPH_TEXT_COLOR, 0xf0f0f0, GRAPH)                                                           \
    X(SUMMARY_TITLE_COLOR, 0xe8a33d, SUMMARY)                                                      \
    X(SUMMARY_TEXT_COLOR, 0xf0f0f0, SUMMARY)                                                       \
    X(SUMMARY_DIM_COLOR, 0xa8acb0, SUMMARY)                                                        \
    X(CHOICE_TEXT_COLOR, 0xffffff, CHOICE)                                                         \
    X(CHOICE_CURRENT_COLOR, 0xffc850, CHOICE)

enum osd_ground {
#define OSD_GROUND(name, color, alpha) OSD_##name,
    OSD_GROUNDS(OSD_GROUND)
#undef OSD_GROUND
        OSD_NUM_GROUNDS
};

enum {
#define OSD_GROUND(name, color, alpha) OSD_##name##_GROUND = color, OSD_##name##_ALPHA = alpha,
    OSD_GROUNDS(OSD_GROUND)
#undef OSD_GROUND
};

enum {
#define OSD_TEXT(name, color, ground) name = color,
    OSD_TEXTS(OSD_TEXT)
#undef OSD_TEXT
};

/* Contrast of two opaque colours, 1..21 (WCAG 2: relative luminance). */
double osd_contrast(uint32_t a, uint32_t b);

/* The lightest that a ground can be: over a white picture. */
uint32_t osd_lightest_ground(enum osd_ground ground);

#define OSD_CONTRAST_LEAST 4.5

/* A colour that a demo chose, lightened until it can be read on the ground. */
uint32_t osd_readable(uint32_t color, enum osd_ground ground);

#endif
