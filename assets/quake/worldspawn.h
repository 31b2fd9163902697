/* Keys of a map's worldspawn, the first entity of its entities text. */
#ifndef ASSETS_QUAKE_WORLDSPAWN_H
#define ASSETS_QUAKE_WORLDSPAWN_H

#include <stdbool.h>
#include <stddef.h>

enum { WORLDSPAWN_SKYBOX_SIZE = 64 };

#define WORLDSPAWN_SKY_FOG 0.5f   /* QuakeSpasm's r_skyfog */
#define WORLDSPAWN_FOG_MAX 1000.0 /* limit; denser fog hides everything */

/* Initial fog and sky of a level, as FitzQuake and QuakeSpasm read them. */
struct worldspawn_view {
    float fog_density; /* "fog": density red green blue; missing values keep their default; 0 = none
                        */
    float fog_color[3]; /* 0..1; default 0.3 */
    float sky_fog;      /* "skyfog": share of the fog colour in the sky, 0..1; default 0.5 */
    /* The last of "sky", "skyname" and "qlsky": a name for skybox_store_get; "" = none. */
    char skybox[WORLDSPAWN_SKYBOX_SIZE];
};

/* Reads the value of a key, ignoring a leading '_' of the key in the text. False: no such key, or
 * the text is malformed before it. */
bool worldspawn_value(const char *entities, const char *key, char *value, size_t size);

/* Opacity of a liquid ("water", "lava", "slime", "tele"), 0..1, from key "wateralpha" etc.; other
 * liquids default to water's; default 1. */
double worldspawn_liquid_alpha(const char *entities, const char *liquid);

/* Reads fog and sky. Missing and malformed values keep their defaults. */
void worldspawn_read_view(const char *entities, struct worldspawn_view *view);

#endif
