/* The options of the status bar and of what else lies over a picture. */
#ifndef ENGINE_COMMANDS_OPTIONS_HUD_H
#define ENGINE_COMMANDS_OPTIONS_HUD_H

#include "engine/commands/options.h"
#include "engine/family/hud_options.h"

/* With the empty one that ends the table. */
enum { OPTIONS_HUD = 11 };

/* Their values go to hud. */
void options_fill_hud(struct option table[OPTIONS_HUD], struct hud_options *hud);

#endif
