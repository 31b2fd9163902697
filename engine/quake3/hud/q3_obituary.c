#include "engine/quake3/hud/q3_obituary.h"

#include <stdio.h>
#include <string.h>

#include "engine/quake3/scene/q3_weapons.h"

/* Means of death. The numbers after the original's differ by game. */
enum means {
    SHOTGUN = 1,
    GAUNTLET,
    MACHINEGUN,
    GRENADE,
    GRENADE_SPLASH,
    ROCKET,
    ROCKET_SPLASH,
    PLASMA,
    PLASMA_SPLASH,
    RAILGUN,
    LIGHTNING,
    BFG,
    BFG_SPLASH,
    WATER,
    SLIME,
    LAVA,
    CRUSH,
    TELEFRAG,
    FALLING,
    SUICIDE,
    LASER,
    HURT,
    NAILS, /* the grapple in the original */
    CHAINGUN,
    MINE,
    KAMIKAZE,
    JUICED,
    GRAPPLE,
    SWITCH_TEAMS, /* Quake Live's from here on */
    THAW,
    DISCHARGE,
    HEAVY_BULLETS,
    HEADSHOT,
    MEANS
};

struct words {
    const char *before, *behind; /* texts around the attacker's name */
};

static const struct words by_others[MEANS] = {
    [SHOTGUN] = {"was gunned down by", ""},
    [GAUNTLET] = {"was pummeled by", ""},
    [MACHINEGUN] = {"was machinegunned by", ""},
    [GRENADE] = {"ate", "'s grenade"},
    [GRENADE_SPLASH] = {"was shredded by", "'s shrapnel"},
    [ROCKET] = {"ate", "'s rocket"},
    [ROCKET_SPLASH] = {"almost dodged", "'s rocket"},
    [PLASMA] = {"was melted by", "'s plasmagun"},
    [PLASMA_SPLASH] = {"was melted by", "'s plasmagun"},
    [RAILGUN] = {"was railed by", ""},
    [LIGHTNING] = {"was electrocuted by", ""},
    [BFG] = {"was blasted by", "'s BFG"},
    [BFG_SPLASH] = {"was blasted by", "'s BFG"},
    [TELEFRAG] = {"tried to invade", "'s personal space"},
    [NAILS] = {"was nailed by", ""},
    [CHAINGUN] = {"got lead poisoning from", "'s Chaingun"},
    [MINE] = {"was too close to", "'s Prox Mine"},
    [KAMIKAZE] = {"falls to", "'s Kamikaze blast"},
    [JUICED] = {"was juiced by", ""},
    [GRAPPLE] = {"was caught by", ""},
    [DISCHARGE] = {"was discharged by", ""},
    [HEAVY_BULLETS] = {"was shot by", ""},
    [HEADSHOT] = {"was headshot by", ""},
};

/* OpenArena's texts for a player pushed into the hazard. */
static const struct words by_push[MEANS] = {
    [WATER] = {NULL, NULL},
    [SLIME] = {"was given a acid bath by", ""},
    [LAVA] = {"was given a hot bath by", ""},
    [CRUSH] = {"was crushed in", "'s trap"},
    [FALLING] = {"was given a small push by", ""},
    [HURT] = {"was helped on the way by", ""},
};

static const char *const by_world[MEANS] = {
    [WATER] = "sank like a rock",
    [SLIME] = "melted",
    [LAVA] = "does a back flip into the lava",
    [CRUSH] = "was squished",
    [FALLING] = "cratered",
    [SUICIDE] = "suicides",
    [LASER] = "saw the light",
    [HURT] = "was in the wrong place",
};

/* Maps the game's number to the enum above. */
static int known_means(const struct q3_obituary *o)
{
    const bool team_arena = o->mod == Q3_MOD_TEAM_ARENA || o->mod == Q3_MOD_OPENARENA;
    if (o->means == NAILS && !team_arena) {
        return GRAPPLE;
    }
    const int32_t most = o->live ? MEANS : team_arena ? GRAPPLE + 1 : NAILS;
    return o->means > 0 && o->means < most ? (int)o->means : 0;
}

static const char *own_words(int means, enum q3_sex sex)
{
    const int s = sex == Q3_SEX_FEMALE ? 1 : sex == Q3_SEX_NEUTER ? 2 : 0;
    static const char *const grenade[] = {
        "tripped on his own grenade", "tripped on her own grenade", "tripped on its own grenade"};
    static const char *const rocket[] = {"blew himself up", "blew herself up", "blew itself up"};
    static const char *const plasma[] = {"melted himself", "melted herself", "melted itself"};
    static const char *const mine[] = {"found his prox mine", "found her prox mine",
                                       "found its prox mine"};
    static const char *const discharge[] = {"discharged himself", "discharged herself",
                                            "discharged itself"};
    static const char *const other[] = {"killed himself", "killed herself", "killed itself"};
    switch (means) {
    case KAMIKAZE:
        return "goes out with a bang";
    case GRENADE_SPLASH:
        return grenade[s];
    case ROCKET_SPLASH:
        return rocket[s];
    case PLASMA_SPLASH:
        return plasma[s];
    case BFG_SPLASH:
        return "should have used a smaller gun";
    case MINE:
        return mine[s];
    case DISCHARGE:
        return discharge[s];
    default:
        return other[s];
    }
}

void q3_obituary_text(const struct q3_obituary *o, char *text, size_t size)
{
    const int means = known_means(o);
    const bool others = o->attacker[0] != '\0' && !o->by_himself;
    const bool open_arena = o->mod == Q3_MOD_OPENARENA;
    text[0] = '\0';
    if (o->victim[0] == '\0') {
        return;
    }
    if (o->by_himself) {
        snprintf(text, size, "%s^7 %s.", o->victim, own_words(means, o->sex));
    } else if (others && open_arena && by_push[means].before) {
        snprintf(text, size, "%s^7 %s %s^7%s", o->victim, by_push[means].before, o->attacker,
                 by_push[means].behind);
    } else if (by_world[means] && !(others && open_arena)) {
        snprintf(text, size, "%s^7 %s.", o->victim, by_world[means]);
    } else if (others && by_others[means].before) {
        snprintf(text, size, "%s^7 %s %s^7%s", o->victim, by_others[means].before, o->attacker,
                 by_others[means].behind);
    } else if (others) {
        snprintf(text, size, "%s^7 was killed by %s", o->victim, o->attacker);
    } else {
        snprintf(text, size, "%s^7 died.", o->victim);
    }
}

static const struct {
    const char *word;
    uint8_t weapon; /* enum q3_weapon_number */
} causes[MEANS] = {
    [0] = {"died", Q3_WEAPON_NONE},
    [SHOTGUN] = {"sg", Q3_WEAPON_SHOTGUN},
    [GAUNTLET] = {"gauntlet", Q3_WEAPON_GAUNTLET},
    [MACHINEGUN] = {"mg", Q3_WEAPON_MACHINEGUN},
    [GRENADE] = {"gl", Q3_WEAPON_GRENADES},
    [GRENADE_SPLASH] = {"gl", Q3_WEAPON_GRENADES},
    [ROCKET] = {"rl", Q3_WEAPON_ROCKETS},
    [ROCKET_SPLASH] = {"rl", Q3_WEAPON_ROCKETS},
    [PLASMA] = {"pg", Q3_WEAPON_PLASMA},
    [PLASMA_SPLASH] = {"pg", Q3_WEAPON_PLASMA},
    [RAILGUN] = {"rg", Q3_WEAPON_RAILGUN},
    [LIGHTNING] = {"lg", Q3_WEAPON_LIGHTNING},
    [BFG] = {"bfg", Q3_WEAPON_BFG},
    [BFG_SPLASH] = {"bfg", Q3_WEAPON_BFG},
    [WATER] = {"water", Q3_WEAPON_NONE},
    [SLIME] = {"slime", Q3_WEAPON_NONE},
    [LAVA] = {"lava", Q3_WEAPON_NONE},
    [CRUSH] = {"crushed", Q3_WEAPON_NONE},
    [TELEFRAG] = {"telefrag", Q3_WEAPON_NONE},
    [FALLING] = {"fall", Q3_WEAPON_NONE},
    [SUICIDE] = {"suicide", Q3_WEAPON_NONE},
    [LASER] = {"laser", Q3_WEAPON_NONE},
    [HURT] = {"trap", Q3_WEAPON_NONE},
    [NAILS] = {"ng", Q3_WEAPON_NAILGUN},
    [CHAINGUN] = {"cg", Q3_WEAPON_CHAINGUN},
    [MINE] = {"mine", Q3_WEAPON_MINES},
    [KAMIKAZE] = {"kamikaze", Q3_WEAPON_NONE},
    [JUICED] = {"juiced", Q3_WEAPON_NONE},
    [GRAPPLE] = {"grapple", Q3_WEAPON_GRAPPLE},
    [SWITCH_TEAMS] = {"team", Q3_WEAPON_NONE},
    [THAW] = {"thaw", Q3_WEAPON_NONE},
    [DISCHARGE] = {"discharge", Q3_WEAPON_LIGHTNING},
    [HEAVY_BULLETS] = {"hmg", Q3_WEAPON_HEAVY},
    [HEADSHOT] = {"headshot", Q3_WEAPON_RAILGUN},
};

const char *q3_obituary_word(const struct q3_obituary *o)
{
    return causes[known_means(o)].word;
}

int32_t q3_obituary_weapon(const struct q3_obituary *o)
{
    return causes[known_means(o)].weapon;
}
