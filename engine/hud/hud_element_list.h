/* The HUD elements of all families: one row each, in drawing order inside a slot.
 *
 *   HUD_ELEMENT(name, families, option, slot, function)
 *
 * name: for messages. families: bits of enum hud_family in which it exists. option: the bool of
 * struct hud_options that shows it. slot: where in a family's layout (enum hud_slot). function:
 * emits its primitives, of type hud_element_draw. Included by hud_elements.h and .c, so no guard.
 */
HUD_ELEMENT("team overlay", HUD_IN_QUAKEWORLD, team, HUD_SLOT_TEAM, hud_draw_team_rows)
HUD_ELEMENT("team overlay", HUD_IN_QUAKE3, team, HUD_SLOT_TEAM, hud_draw_team_table)
HUD_ELEMENT("clock", HUD_IN_ALL, clock, HUD_SLOT_CLOCK, hud_draw_clock)
HUD_ELEMENT("speed", HUD_IN_ALL, speed, HUD_SLOT_SPEED, hud_draw_speed)
HUD_ELEMENT("ghosts", HUD_IN_ALL, ghosts, HUD_SLOT_GHOSTS, hud_draw_ghosts)
HUD_ELEMENT("keys", HUD_IN_ALL, keys, HUD_SLOT_KEYS, hud_draw_keys)
HUD_ELEMENT("kill feed", HUD_IN_ALL, frags, HUD_SLOT_KILLS, hud_draw_kill_feed)
HUD_ELEMENT("streaks", HUD_IN_ALL, streaks, HUD_SLOT_KILLS, hud_draw_calls)
HUD_ELEMENT("item timers", HUD_IN_ALL, items, HUD_SLOT_ITEMS, hud_draw_items)
HUD_ELEMENT("names", HUD_IN_ALL, names, HUD_SLOT_WORLD, hud_draw_names)
HUD_ELEMENT("view name", HUD_IN_ALL, view_name, HUD_SLOT_NAME, hud_draw_view_name)
HUD_ELEMENT("radar", HUD_IN_ALL, radar, HUD_SLOT_RADAR, hud_draw_radar)
