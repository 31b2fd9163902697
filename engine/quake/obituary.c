#include "engine/quake/obituary.h"

#include <string.h>

/* Who stands where around the words. */
enum form {
    VICTIM_KILLER, /* "V was nailed by K" */
    KILLER_VICTIM, /* "K rips V a new one" */
    VICTIM,        /* "V sleeps with the fishes" */
    KILLER         /* "K mows down a teammate": the victim is not named */
};

struct words {
    const char *middle, *after;
    enum form form;
    enum obituary_cause cause;
};

/* The first that fits counts: the longer of two alike comes first. */
static const struct words all_words[] = {
    {" was telefragged by his teammate", "", VICTIM, OBITUARY_TELEFRAG},
    {" was telefragged by her teammate", "", VICTIM, OBITUARY_TELEFRAG},
    {" was crushed by his teammate", "", VICTIM, OBITUARY_STOMP},
    {" was crushed by her teammate", "", VICTIM, OBITUARY_STOMP},
    {" was jumped by his teammate", "", VICTIM, OBITUARY_STOMP},
    {" was jumped by her teammate", "", VICTIM, OBITUARY_STOMP},
    {" was telefragged by ", "", VICTIM_KILLER, OBITUARY_TELEFRAG},
    {" was ax-murdered by ", "", VICTIM_KILLER, OBITUARY_AXE},
    {" was axed to pieces by ", "!", VICTIM_KILLER, OBITUARY_AXE},
    {" chewed on ", "'s boomstick", VICTIM_KILLER, OBITUARY_SHOTGUN},
    {" was lead poisoned by ", "", VICTIM_KILLER, OBITUARY_SHOTGUN},
    {" was instagibbed by ", "", VICTIM_KILLER, OBITUARY_SHOTGUN},
    {" ate 2 loads of ", "'s buckshot", VICTIM_KILLER, OBITUARY_SUPER_SHOTGUN},
    {" ate 8 loads of ", "'s buckshot", VICTIM_KILLER, OBITUARY_SUPER_SHOTGUN},
    {" was nailed by ", "", VICTIM_KILLER, OBITUARY_NAILGUN},
    {" was body pierced by ", "", VICTIM_KILLER, OBITUARY_NAILGUN},
    {" was punctured by ", "", VICTIM_KILLER, OBITUARY_SUPER_NAILGUN},
    {" was perforated by ", "", VICTIM_KILLER, OBITUARY_SUPER_NAILGUN},
    {" was ventilated by ", "", VICTIM_KILLER, OBITUARY_SUPER_NAILGUN},
    {" was straw-cuttered by ", "", VICTIM_KILLER, OBITUARY_SUPER_NAILGUN},
    {" eats ", "'s pineapple", VICTIM_KILLER, OBITUARY_GRENADE},
    {" was gibbed by ", "'s grenade", VICTIM_KILLER, OBITUARY_GRENADE},
    {" was gibbed by ", "'s rocket", VICTIM_KILLER, OBITUARY_ROCKET},
    {" rides ", "'s rocket", VICTIM_KILLER, OBITUARY_ROCKET},
    {" was brutalized by ", "'s quad rocket", VICTIM_KILLER, OBITUARY_ROCKET},
    {" was smeared by ", "'s quad rocket", VICTIM_KILLER, OBITUARY_ROCKET},
    {" rips ", " a new one", KILLER_VICTIM, OBITUARY_ROCKET},
    {" accepts ", "'s discharge", VICTIM_KILLER, OBITUARY_DISCHARGE},
    {" drains ", "'s batteries", VICTIM_KILLER, OBITUARY_DISCHARGE},
    {" accepts ", "'s shaft", VICTIM_KILLER, OBITUARY_LIGHTNING},
    {" gets a natural disaster from ", "", VICTIM_KILLER, OBITUARY_LIGHTNING},
    {" was disembowled by ", "", VICTIM_KILLER, OBITUARY_GRAPPLE},
    {" was hooked by ", "", VICTIM_KILLER, OBITUARY_GRAPPLE},
    {" stomps ", "", KILLER_VICTIM, OBITUARY_STOMP},
    {" softens ", "'s fall", VICTIM_KILLER, OBITUARY_STOMP},
    {" softens ", "' fall", VICTIM_KILLER, OBITUARY_STOMP},
    {" tried to catch ", "", VICTIM_KILLER, OBITUARY_STOMP},
    {" was literally stomped into particles by ", "", VICTIM_KILLER, OBITUARY_STOMP},
    {" was crushed by ", "", VICTIM_KILLER, OBITUARY_STOMP},
    {" was jumped by ", "", VICTIM_KILLER, OBITUARY_STOMP},
    {" squishes ", "", KILLER_VICTIM, OBITUARY_SQUISH},

    {" mows down a teammate", "", KILLER, OBITUARY_TEAM_MATE},
    {" checks his glasses", "", KILLER, OBITUARY_TEAM_MATE},
    {" checks her glasses", "", KILLER, OBITUARY_TEAM_MATE},
    {" gets a frag for the other team", "", KILLER, OBITUARY_TEAM_MATE},
    {" loses another friend", "", KILLER, OBITUARY_TEAM_MATE},
    {" squished a teammate", "", KILLER, OBITUARY_TEAM_MATE},

    {" sleeps with the fishes", "", VICTIM, OBITUARY_WATER},
    {" sucks it down", "", VICTIM, OBITUARY_WATER},
    {" gulped a load of slime", "", VICTIM, OBITUARY_SLIME},
    {" can't exist on slime alone", "", VICTIM, OBITUARY_SLIME},
    {" burst into flames", "", VICTIM, OBITUARY_LAVA},
    {" turned into hot slag", "", VICTIM, OBITUARY_LAVA},
    {" visits the Volcano God", "", VICTIM, OBITUARY_LAVA},
    {" fell to his death", "", VICTIM, OBITUARY_FALL},
    {" fell to her death", "", VICTIM, OBITUARY_FALL},
    {" cratered", "", VICTIM, OBITUARY_FALL},
    {" blew up", "", VICTIM, OBITUARY_TRAP},
    {" was spiked", "", VICTIM, OBITUARY_TRAP},
    {" was zapped", "", VICTIM, OBITUARY_TRAP},
    {" ate a lavaball", "", VICTIM, OBITUARY_TRAP},
    {" was squished", "", VICTIM, OBITUARY_SQUISH},
    {" was squished by a crusher", "", VICTIM, OBITUARY_SQUISH},
    {" tries to put the pin back in", "", VICTIM, OBITUARY_GRENADE},
    {" discovers blast radius", "", VICTIM, OBITUARY_ROCKET},
    {" discharges into the water", "", VICTIM, OBITUARY_DISCHARGE},
    {" discharges into the slime", "", VICTIM, OBITUARY_DISCHARGE},
    {" discharges into the lava", "", VICTIM, OBITUARY_DISCHARGE},
    {" heats up the water", "", VICTIM, OBITUARY_DISCHARGE},
    {" electrocutes himself", "", VICTIM, OBITUARY_DISCHARGE},
    {" electrocutes herself", "", VICTIM, OBITUARY_DISCHARGE},
    {" somehow becomes bored with life", "", VICTIM, OBITUARY_HIMSELF},
    {" becomes bored with life", "", VICTIM, OBITUARY_HIMSELF},
    {" suicides", "", VICTIM, OBITUARY_HIMSELF},
    {" tried to leave", "", VICTIM, OBITUARY_HIMSELF},
    {" died", "", VICTIM, OBITUARY_HIMSELF},

    {" was shot by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was eviscerated by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was mauled by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was fried by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was blasted by an ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was fed to the ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was slain by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was slashed by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was destroyed by an ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" became one with ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was exploded by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was smashed by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was slimed by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was vomited on by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was scragged by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" joins the ", "", VICTIM_KILLER, OBITUARY_MONSTER},

    /* LibreQuake's. */
    {" took a long walk off a short pier", "", VICTIM, OBITUARY_FALL},
    {" fell off a cliff", "", VICTIM, OBITUARY_FALL},
    {"'s screams went unheard", "", VICTIM, OBITUARY_FALL},
    {" fell into space", "", VICTIM, OBITUARY_FALL},
    {" fell out of existence", "", VICTIM, OBITUARY_FALL},
    {" fell into the void", "", VICTIM, OBITUARY_FALL},
    {" didn't launch the grenade far enough", "", VICTIM, OBITUARY_GRENADE},
    {" played with explosives", "", VICTIM, OBITUARY_ROCKET},
    {" took a toaster bath", "", VICTIM, OBITUARY_DISCHARGE},
    {" misfired", "", VICTIM, OBITUARY_HIMSELF},
    {" was crushed", "", VICTIM, OBITUARY_SQUISH},
    {" forgot how to swim", "", VICTIM, OBITUARY_WATER},
    {" ran out of air", "", VICTIM, OBITUARY_WATER},
    {" dissolved in acid", "", VICTIM, OBITUARY_SLIME},
    {" was disincorporated", "", VICTIM, OBITUARY_SLIME},
    {" dove headfirst into hot lava", "", VICTIM, OBITUARY_LAVA},
    {" fell into lava", "", VICTIM, OBITUARY_LAVA},
    {" combusted", "", VICTIM, OBITUARY_LAVA},
    {" was hit by a lavaball", "", VICTIM, OBITUARY_TRAP},
    {" was sent sky high", "", VICTIM, OBITUARY_TRAP},
    {" was lasered", "", VICTIM, OBITUARY_TRAP},
    {" was perforated", "", VICTIM, OBITUARY_TRAP},
    {" committed suicide", "", VICTIM, OBITUARY_HIMSELF},
    {" tried to escape", "", VICTIM, OBITUARY_HIMSELF},
    {" crushed a teammate", "", KILLER, OBITUARY_TEAM_MATE},
    {" killed a teammate", "", KILLER, OBITUARY_TEAM_MATE},
    {" friendly-fired", "", KILLER, OBITUARY_TEAM_MATE},
    {" needs an eye exam", "", KILLER, OBITUARY_TEAM_MATE},
    {" betrayed their friend", "", KILLER, OBITUARY_TEAM_MATE},
    {" was demolished by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was disemboweled by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was shredded by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was stabbed by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was gored by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was pelted by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was obliterated by ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was swarmed by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was gutted by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was nibbled by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was blasted by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was mowed down by a ", "", VICTIM_KILLER, OBITUARY_MONSTER},
    {" was hacked to death by ", "", VICTIM_KILLER, OBITUARY_AXE},
    {"'s bucket was kicked by ", "", VICTIM_KILLER, OBITUARY_AXE},
    {" was chopped to bits by ", "", VICTIM_KILLER, OBITUARY_AXE},
    {" sucked on ", "'s muffler", VICTIM_KILLER, OBITUARY_SHOTGUN},
    {" was put six feet under by ", "", VICTIM_KILLER, OBITUARY_SHOTGUN},
    {" nibbled on ", "'s muffler", VICTIM_KILLER, OBITUARY_SUPER_SHOTGUN},
    {" was blasted by ", "", VICTIM_KILLER, OBITUARY_SUPER_SHOTGUN},
    {" was sent home in a box by ", "", VICTIM_KILLER, OBITUARY_SUPER_SHOTGUN},
    {" was shredded by ", "", VICTIM_KILLER, OBITUARY_NAILGUN},
    {" was pierced by ", "", VICTIM_KILLER, OBITUARY_NAILGUN},
    {"'s mortal coil was shuffled off by ", "", VICTIM_KILLER, OBITUARY_NAILGUN},
    {" was filled with holes by ", "", VICTIM_KILLER, OBITUARY_SUPER_NAILGUN},
    {"'s chips were cashed by ", "", VICTIM_KILLER, OBITUARY_SUPER_NAILGUN},
    {" was given speed holes by ", "", VICTIM_KILLER, OBITUARY_SUPER_NAILGUN},
    {" tripped over ", "'s grenade", VICTIM_KILLER, OBITUARY_GRENADE},
    {"'s clock was cleaned by ", "", VICTIM_KILLER, OBITUARY_GRENADE},
    {" stepped on ", "'s rocket", VICTIM_KILLER, OBITUARY_ROCKET},
    {" rode ", "'s rocket", VICTIM_KILLER, OBITUARY_ROCKET},
    {" rode ", "'s pale horse", VICTIM_KILLER, OBITUARY_ROCKET},
    {" was fulminated by ", "", VICTIM_KILLER, OBITUARY_LIGHTNING},
    {" was electrocuted by ", "", VICTIM_KILLER, OBITUARY_LIGHTNING},
    {" was sent beyond the veil by ", "", VICTIM_KILLER, OBITUARY_LIGHTNING},
    {" was given shock treatment by ", "", VICTIM_KILLER, OBITUARY_LIGHTNING},
    {" was given a toaster bath by ", "", VICTIM_KILLER, OBITUARY_LIGHTNING},
};

static const char *const cause_words[OBITUARY_CAUSES] = {
    [OBITUARY_AXE] = "axe",
    [OBITUARY_SHOTGUN] = "sg",
    [OBITUARY_SUPER_SHOTGUN] = "ssg",
    [OBITUARY_NAILGUN] = "ng",
    [OBITUARY_SUPER_NAILGUN] = "sng",
    [OBITUARY_GRENADE] = "gl",
    [OBITUARY_ROCKET] = "rl",
    [OBITUARY_LIGHTNING] = "lg",
    [OBITUARY_DISCHARGE] = "discharge",
    [OBITUARY_GRAPPLE] = "hook",
    [OBITUARY_TELEFRAG] = "tele",
    [OBITUARY_STOMP] = "stomp",
    [OBITUARY_SQUISH] = "squish",
    [OBITUARY_WATER] = "water",
    [OBITUARY_SLIME] = "slime",
    [OBITUARY_LAVA] = "lava",
    [OBITUARY_FALL] = "fall",
    [OBITUARY_TRAP] = "trap",
    [OBITUARY_MONSTER] = "killed",
    [OBITUARY_HIMSELF] = "suicide",
    [OBITUARY_TEAM_MATE] = "team mate",
};

const char *obituary_cause_word(enum obituary_cause cause)
{
    return cause < OBITUARY_CAUSES ? cause_words[cause] : "";
}

/* End of the line's last word: some servers append full stops. */
static size_t end_of_words(const char *line)
{
    size_t length = strlen(line);
    while (length > 0 && (line[length - 1] == '.' || line[length - 1] == '!')) {
        length--;
    }
    return length;
}

static bool matches_pattern(const struct words *words, const char *line, size_t length,
                            struct obituary *to)
{
    const char *middle = strstr(line, words->middle);
    const size_t after = strlen(words->after), between = strlen(words->middle);
    const bool two = words->form == VICTIM_KILLER || words->form == KILLER_VICTIM;
    if (middle == NULL || middle == line) {
        return false;
    }
    const size_t begin = (size_t)(middle - line) + between;
    if (begin + after + two > length || strncmp(line + length - after, words->after, after) != 0 ||
        (!two && begin != length)) {
        return false;
    }
    const struct obituary_name first = {0, (size_t)(middle - line)}, none = {0, 0};
    const struct obituary_name second =
        two ? (struct obituary_name){begin, length - after - begin} : none;
    const bool killer_first = words->form == KILLER_VICTIM || words->form == KILLER;
    to->killer = killer_first ? first : second;
    to->victim = killer_first ? second : first;
    to->cause = words->cause;
    return true;
}

bool obituary_read(const char *line, struct obituary *obituary)
{
    static const char satan[] = "Satan's power deflects ", telefrag[] = "'s telefrag";
    const size_t head = sizeof satan - 1, tail = sizeof telefrag - 1, length = end_of_words(line);
    if (length > head + tail && strncmp(line, satan, head) == 0 &&
        strncmp(line + length - tail, telefrag, tail) == 0) {
        *obituary =
            (struct obituary){.cause = OBITUARY_TELEFRAG, .victim = {head, length - head - tail}};
        return true;
    }
    for (size_t i = 0; i < sizeof all_words / sizeof all_words[0]; i++) {
        /* A name may end in a stop. */
        if (matches_pattern(&all_words[i], line, strlen(line), obituary) ||
            matches_pattern(&all_words[i], line, length, obituary)) {
            return true;
        }
    }
    return false;
}
