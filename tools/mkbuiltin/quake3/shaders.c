#include "tools/mkbuiltin/quake3/shaders.h"

/* The scripts keep their own lines. */
/* clang-format off */

#define LIT(name) "textures/reel3/" name "\n{\n"
#define LIGHTMAP "\t{\n\t\tmap $lightmap\n\t\trgbGen identity\n\t}\n"
#define FILTER(picture)                                                                            \
    "\t{\n\t\tmap textures/reel3/" picture                                                         \
    ".tga\n\t\tblendFunc filter\n\t\trgbGen identity\n\t}\n"
#define DETAIL                                                                                     \
    "\t{\n\t\tmap textures/reel3/detail.tga\n\t\tblendFunc GL_DST_COLOR GL_SRC_COLOR\n"            \
    "\t\trgbGen identity\n\t\tdetail\n\t\ttcMod scale 5 5\n\t}\n"

static const char level_script[] =
    "// Floors: light, stone, and a finer grain near by.\n"
    LIT("floor") LIGHTMAP FILTER("floor") DETAIL "}\n"
    LIT("cobble") LIGHTMAP FILTER("cobble") DETAIL "}\n"
    LIT("caulk") "\tsurfaceparm nodraw\n\tsurfaceparm nolightmap\n\tsurfaceparm nomarks\n"
    "\t{\n\t\tmap $whiteimage\n\t}\n}\n"

    "// Panels that glow as their lamps do.\n"
    LIT("lamp") "\tsurfaceparm nomarks\n" LIGHTMAP FILTER("lamp")
    "\t{\n\t\tmap textures/reel3/lamp_glow.tga\n\t\tblendFunc add\n\t}\n}\n"
    LIT("lamp_pulse") "\tsurfaceparm nomarks\n" LIGHTMAP FILTER("lamp")
    "\t{\n\t\tmap textures/reel3/lamp_glow.tga\n\t\tblendFunc add\n"
    "\t\trgbGen wave sin 0.6 0.4 0 0.7\n\t}\n}\n"

    "// Force that runs up the walls.\n"
    LIT("energy") "\tsurfaceparm nomarks\n\tsurfaceparm nolightmap\n"
    "\t{\n\t\tmap textures/reel3/energy.tga\n\t\ttcMod scroll 0 0.6\n\t}\n"
    "\t{\n\t\tmap textures/reel3/energy.tga\n\t\tblendFunc add\n\t\trgbGen wave triangle 0.5 0.4 0 1.3\n"
    "\t\ttcMod scale 2 1\n\t\ttcMod scroll 0.1 -0.35\n\t}\n}\n"
    LIT("screen") "\tsurfaceparm nomarks\n\tsurfaceparm nolightmap\n"
    "\t{\n\t\tanimMap 4 textures/reel3/screen1.tga textures/reel3/screen2.tga textures/reel3/screen3.tga "
    "textures/reel3/screen4.tga\n\t}\n"
    "\t{\n\t\tmap textures/reel3/environment.tga\n\t\tblendFunc add\n\t\trgbGen const ( 0.18 0.18 0.2 )\n"
    "\t\ttcGen environment\n\t}\n}\n"

    "// Polished pipes mirror the sky.\n"
    LIT("pipe") "\t{\n\t\tmap textures/reel3/environment.tga\n\t\ttcGen environment\n\t\trgbGen identity\n\t}\n"
    "\t{\n\t\tmap $lightmap\n\t\tblendFunc filter\n\t\trgbGen identity\n\t}\n}\n"
    LIT("crystal") "\tsurfaceparm nomarks\n\tcull none\n"
    "\t{\n\t\tmap textures/reel3/crystal.tga\n\t\trgbGen vertex\n\t\ttcMod scroll 0.02 0.05\n\t}\n"
    "\t{\n\t\tmap textures/reel3/environment.tga\n\t\tblendFunc GL_ONE GL_ONE\n\t\ttcGen environment\n"
    "\t\trgbGen wave sin 0.32 0.14 0 0.25\n\t}\n}\n"

    LIT("grate") "\tsurfaceparm trans\n\tsurfaceparm nomarks\n\tcull none\n"
    "\t{\n\t\tmap textures/reel3/grate.tga\n\t\talphaFunc GE128\n\t\tdepthWrite\n\t\trgbGen identity\n\t}\n"
    "\t{\n\t\tmap $lightmap\n\t\tblendFunc filter\n\t\tdepthFunc equal\n\t\trgbGen identity\n\t}\n}\n"

    LIT("jumppad") "\tsurfaceparm nomarks\n" LIGHTMAP FILTER("jumppad")
    "\t{\n\t\tmap textures/reel3/jumppad_glow.tga\n\t\tblendFunc add\n"
    "\t\trgbGen wave sin 0.55 0.35 0 0.8\n\t}\n"
    "\t{\n\t\tclampMap textures/reel3/jumppad_glow.tga\n\t\tblendFunc add\n"
    "\t\ttcMod stretch inversesawtooth 0.4 0.8 0 1\n\t\trgbGen wave sawtooth 0 0.8 0 1\n\t}\n}\n"

    LIT("water") "\tsurfaceparm water\n\tsurfaceparm trans\n\tsurfaceparm nolightmap\n\tcull none\n"
    "\ttessSize 64\n\tdeformVertexes wave 128 sin 0 1.5 0 0.4\n"
    "\t{\n\t\tmap textures/reel3/water.tga\n\t\tblendFunc GL_SRC_ALPHA GL_ONE_MINUS_SRC_ALPHA\n"
    "\t\talphaGen const 0.55\n\t\trgbGen const ( 0.75 0.85 0.85 )\n"
    "\t\ttcMod turb 0 0.08 0 0.15\n\t\ttcMod scroll 0.02 0.01\n\t}\n"
    "\t{\n\t\tmap textures/reel3/water.tga\n\t\tblendFunc add\n\t\trgbGen const ( 0.25 0.3 0.3 )\n"
    "\t\ttcMod scale 0.6 0.6\n\t\ttcMod turb 0 0.1 0.5 0.1\n\t\ttcMod scroll -0.015 0.02\n\t}\n}\n"

    LIT("fog") "\tsurfaceparm fog\n\tsurfaceparm trans\n\tsurfaceparm nonsolid\n\tsurfaceparm nolightmap\n"
    "\tfogParms ( 0.28 0.36 0.34 ) 420\n}\n"

    LIT("sky") "\tsurfaceparm sky\n\tsurfaceparm noimpact\n\tsurfaceparm nolightmap\n\tsurfaceparm nomarks\n"
    "\tq3map_sun 1 0.86 0.66 90 -38 52\n\tskyParms - 512 -\n"
    "\t{\n\t\tmap textures/reel3/clouds1.tga\n\t\ttcMod scale 2 2\n\t\ttcMod scroll 0.008 0.012\n\t}\n"
    "\t{\n\t\tmap textures/reel3/clouds2.tga\n\t\tblendFunc blend\n\t\ttcMod scale 3 3\n"
    "\t\ttcMod scroll 0.02 0.028\n\t}\n}\n"

    "// Torches.\n"
    LIT("flame") "\tsurfaceparm trans\n\tsurfaceparm nomarks\n\tsurfaceparm nolightmap\n\tcull none\n"
    "\tdeformVertexes autosprite2\n"
    "\t{\n\t\tanimMap 9 gfx/reel3/flame1.tga gfx/reel3/flame2.tga gfx/reel3/flame3.tga gfx/reel3/flame4.tga\n"
    "\t\tblendFunc add\n\t\trgbGen wave inverseSawtooth 0 1 0 9\n\t}\n"
    "\t{\n\t\tanimMap 9 gfx/reel3/flame2.tga gfx/reel3/flame3.tga gfx/reel3/flame4.tga gfx/reel3/flame1.tga\n"
    "\t\tblendFunc add\n\t\trgbGen wave sawtooth 0 1 0 9\n\t}\n}\n"
    LIT("glow") "\tsurfaceparm trans\n\tsurfaceparm nomarks\n\tsurfaceparm nolightmap\n\tcull none\n"
    "\tdeformVertexes autosprite\n"
    "\t{\n\t\tmap gfx/reel3/glow_warm.tga\n\t\tblendFunc add\n\t\trgbGen wave sin 0.75 0.12 0 3\n\t}\n}\n"
    LIT("glow_cold") "\tsurfaceparm trans\n\tsurfaceparm nomarks\n\tsurfaceparm nolightmap\n\tcull none\n"
    "\tdeformVertexes autosprite\n"
    "\t{\n\t\tmap gfx/reel3/glow_cold.tga\n\t\tblendFunc add\n\t\trgbGen wave sin 0.6 0.25 0 0.25\n\t}\n}\n";

#define BLAST                                                                                      \
    "gfx/reel3/blast1.tga gfx/reel3/blast2.tga gfx/reel3/blast3.tga gfx/reel3/blast4.tga "         \
    "gfx/reel3/blast5.tga gfx/reel3/blast6.tga gfx/reel3/blast7.tga gfx/reel3/blast8.tga"
#define PUFF(name)                                                                                 \
    name "\n{\n\tcull none\n\tentityMergable\n\t{\n\t\tmap gfx/reel3/smoke.tga\n\t\tblendFunc blend\n" \
         "\t\trgbGen vertex\n\t\talphaGen vertex\n\t}\n}\n"
#define ADDED(name, picture, more)                                                                 \
    name "\n{\n\tcull none\n\t{\n\t\tmap " picture ".tga\n\t\tblendFunc add\n" more "\t}\n}\n"
#define BLENDED(name, picture)                                                                     \
    name "\n{\n\tcull none\n\tpolygonOffset\n\t{\n\t\tclampMap " picture                           \
         ".tga\n\t\tblendFunc blend\n\t\trgbGen vertex\n\t\talphaGen vertex\n\t}\n}\n"
#define SHELL(name, picture, swell)                                                                \
    name "\n{\n\tdeformVertexes wave 100 sin " swell " 0 0 0\n\t{\n\t\tmap " picture                     \
         ".tga\n\t\tblendFunc add\n\t\ttcGen environment\n\t\ttcMod rotate 30\n\t\ttcMod scroll 0.6 0.1\n" \
         "\t}\n}\n"

static const char effects_script[] =
    "rocketExplosion\n{\n\tcull none\n\t{\n\t\tanimMap 8 " BLAST "\n\t\tblendFunc add\n\t}\n}\n"
    "grenadeExplosion\n{\n\tcull none\n\t{\n\t\tanimMap 13 " BLAST "\n\t\tblendFunc add\n\t}\n}\n"
    "bfgExplosion\n{\n\tcull none\n\t{\n\t\tanimMap 13 " BLAST "\n\t\tblendFunc add\n\t}\n}\n"
    "bulletExplosion\n{\n\tcull none\n\t{\n\t\tanimMap 13 " BLAST "\n\t\tblendFunc add\n\t}\n}\n"
    ADDED("plasmaExplosion", "gfx/reel3/ring", "\t\trgbGen wave inversesawtooth 0 1 0 1.6\n")
    ADDED("railExplosion", "gfx/reel3/ring_white", "\t\trgbGen entity\n")
    "bloodExplosion\n{\n\tcull none\n\t{\n\t\tmap gfx/reel3/blood.tga\n\t\tblendFunc blend\n\t}\n}\n"
    "viewBloodBlend\n{\n\tsort nearest\n\t{\n\t\tmap gfx/reel3/blood.tga\n\t\tblendFunc blend\n"
    "\t\trgbGen identityLighting\n\t\talphaGen vertex\n\t}\n}\n"
    PUFF("smokePuff") PUFF("smokePuffRagePro") PUFF("shotgunSmokePuff") PUFF("hasteSmokePuff")
    ADDED("sprites/plasma1", "gfx/reel3/glow_cold", "")
    ADDED("gfx/misc/tracer", "gfx/reel3/tracer", "")
    ADDED("railCore", "gfx/reel3/tracer", "\t\trgbGen vertex\n\t\ttcMod scroll -1 0\n")
    ADDED("railDisc", "gfx/reel3/ring_white", "\t\trgbGen vertex\n")
    ADDED("lightningBoltNew", "gfx/reel3/bolt", "\t\ttcMod scroll -5 0\n")
    ADDED("teleportEffect", "textures/reel3/energy", "\t\trgbGen entity\n\t\ttcMod scroll 0 1\n")
    BLENDED("gfx/damage/bullet_mrk", "gfx/damage/bullet_mrk")
    BLENDED("gfx/damage/burn_med_mrk", "gfx/damage/burn_med_mrk")
    BLENDED("gfx/damage/hole_lg_mrk", "gfx/damage/bullet_mrk")
    BLENDED("gfx/damage/plasma_mrk", "gfx/damage/burn_med_mrk")
    BLENDED("bloodMark", "gfx/reel3/blood_mark")
    "markShadow\n{\n\tpolygonOffset\n\t{\n\t\tclampMap gfx/reel3/shadow.tga\n"
    "\t\tblendFunc GL_ZERO GL_ONE_MINUS_SRC_COLOR\n\t\trgbGen exactVertex\n\t}\n}\n"
    "wake\n{\n\t{\n\t\tclampMap gfx/reel3/ring.tga\n\t\tblendFunc add\n\t\trgbGen vertex\n"
    "\t\ttcMod stretch sin 0.9 0.1 0 0.7\n\t}\n}\n"
    SHELL("powerups/quad", "gfx/reel3/shell_blue", "1.5") SHELL("powerups/quadWeapon", "gfx/reel3/shell_blue", "0.3")
    SHELL("powerups/battleSuit", "gfx/reel3/shell_gold", "1.5")
    SHELL("powerups/battleWeapon", "gfx/reel3/shell_gold", "0.3")
    SHELL("powerups/regen", "gfx/reel3/shell_red", "1.5") SHELL("powerups/invisibility", "gfx/reel3/shell_blue", "1.5");

static const char models_script[] =
    "models/reel3/flash\n{\n\tsort additive\n\tcull none\n\t{\n\t\tmap gfx/reel3/glow_white.tga\n"
    "\t\tblendFunc add\n\t}\n}\n"
    "models/reel3/fire\n{\n\tsort additive\n\tcull none\n\t{\n"
    "\t\tanimMap 12 gfx/reel3/flame1.tga gfx/reel3/flame2.tga gfx/reel3/flame3.tga gfx/reel3/flame4.tga\n"
    "\t\tblendFunc add\n\t}\n}\n"
    "models/reel3/glass\n{\n\t{\n\t\tmap textures/reel3/environment.tga\n\t\tblendFunc add\n"
    "\t\trgbGen const ( 0.45 0.5 0.55 )\n\t\ttcGen environment\n\t}\n}\n"
    "models/reel3/quad\n{\n\t{\n\t\tmap textures/reel3/energy.tga\n\t\ttcMod scroll 0.1 0.4\n\t}\n"
    "\t{\n\t\tmap textures/reel3/environment.tga\n\t\tblendFunc add\n\t\ttcGen environment\n\t}\n}\n"
    "models/reel3/quad_ring\n{\n\tcull none\n\t{\n\t\tmap gfx/reel3/shell_blue.tga\n\t\tblendFunc add\n"
    "\t\ttcMod scroll 0.5 0\n\t}\n}\n"
    "models/reel3/steel\n{\n\t{\n\t\tmap models/reel3/steel.tga\n\t\trgbGen lightingDiffuse\n\t}\n"
    "\t{\n\t\tmap textures/reel3/environment.tga\n\t\tblendFunc add\n\t\trgbGen const ( 0.16 0.16 0.18 )\n"
    "\t\ttcGen environment\n\t}\n}\n";

/* clang-format on */

void shaders_add(struct pk3_out *pk3)
{
    pk3_out_add_text(pk3, "scripts/reel3.shader", level_script);
    pk3_out_add_text(pk3, "scripts/reel3_effects.shader", effects_script);
    pk3_out_add_text(pk3, "scripts/reel3_models.shader", models_script);
}
