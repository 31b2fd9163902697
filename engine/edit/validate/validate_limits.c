#include "engine/edit/validate/validate_limits.h"

#include <stddef.h>

struct limit {
    int32_t most;
    enum validate_effect effect;
};

/* Rules of what is or is not there. */
#define PLAYS                                                                                      \
    {                                                                                              \
        0, VALIDATE_PLAYS                                                                          \
    }
#define SKIPS                                                                                      \
    {                                                                                              \
        0, VALIDATE_SKIPS                                                                          \
    }
#define ENDS                                                                                       \
    {                                                                                              \
        0, VALIDATE_ENDS                                                                           \
    }
#define HIDES                                                                                      \
    {                                                                                              \
        0, VALIDATE_HIDES                                                                          \
    }
#define MISREADS                                                                                   \
    {                                                                                              \
        0, VALIDATE_MISREADS                                                                       \
    }
#define STOPS                                                                                      \
    {                                                                                              \
        0, VALIDATE_STOPS                                                                          \
    }
#define QUITS                                                                                      \
    {                                                                                              \
        0, VALIDATE_QUITS                                                                          \
    }
#define NONE                                                                                       \
    {                                                                                              \
        0, VALIDATE_NO_LIMIT                                                                       \
    }

static const struct {
    const char *name, *subject;
    bool counted;
    struct limit limits[VALIDATE_CLIENTS]; /* id, QuakeSpasm, ezQuake; id, ezQuake; ioquake3 */
} rules[VALIDATE_RULES] = {
    [RULE_FAMILY] = {"family",
                     "demo of a game that the engine does not play",
                     false,
                     {STOPS, STOPS, STOPS, STOPS, STOPS, STOPS}},
    [RULE_CONTAINER] = {"container",
                        "kind of demo that the engine does not read",
                        false,
                        {NONE, NONE, NONE, STOPS, NONE, NONE}},
    [RULE_TRACK_LINE] = {"track-line",
                         "CD track line",
                         false,
                         {MISREADS, STOPS, MISREADS, NONE, NONE, NONE}},
    [RULE_BLOCK_SIZE] = {"block-size",
                         "bytes of messages in a block",
                         true,
                         {{8000, VALIDATE_QUITS},
                          {64000, VALIDATE_QUITS},
                          {8000, VALIDATE_STOPS},
                          {1450, VALIDATE_QUITS},
                          {8192, VALIDATE_ENDS},
                          {16384, VALIDATE_STOPS}}},
    /* fread of 0 bytes returns 0, which is taken for the end of the file. */
    [RULE_EMPTY_BLOCK] = {"empty-block",
                          "block without messages",
                          false,
                          {ENDS, ENDS, NONE, ENDS, NONE, STOPS}},
    [RULE_BAD_BLOCK] = {"bad-block",
                        "block of an unknown type or of an impossible size",
                        false,
                        {NONE, NONE, NONE, ENDS, STOPS, NONE}},
    [RULE_TORN_BLOCK] = {"torn-block",
                         "end of the file in a block",
                         false,
                         {PLAYS, PLAYS, PLAYS, PLAYS, PLAYS, PLAYS}},
    [RULE_NO_END] = {"no-end",
                     "no message at the end that ends the demo",
                     false,
                     {PLAYS, PLAYS, PLAYS, PLAYS, PLAYS, PLAYS}},
    [RULE_AFTER_END] = {"after-end",
                        "more after the message that ends the demo",
                        false,
                        {ENDS, ENDS, ENDS, ENDS, ENDS, ENDS}},
    [RULE_BAD_MESSAGE] = {"bad-message",
                          "message that is damaged",
                          false,
                          {STOPS, STOPS, STOPS, STOPS, STOPS, STOPS}},
    [RULE_UNKNOWN_MESSAGE] = {"unknown-message",
                              "message that the engine does not know",
                              false,
                              {STOPS, STOPS, STOPS, STOPS, STOPS, STOPS}},
    [RULE_PROTOCOL] = {"protocol",
                       "protocol that the engine does not read",
                       false,
                       {HIDES, STOPS, STOPS, STOPS, STOPS, STOPS}},
    [RULE_EXTENSION] = {"extension",
                        "protocol extension that the engine does not read",
                        false,
                        {NONE, NONE, NONE, STOPS, NONE, NONE}},
    [RULE_NO_LEVEL] = {"no-level",
                       "no level that is shown",
                       false,
                       {HIDES, HIDES, HIDES, HIDES, HIDES, HIDES}},
    [RULE_SIGN_ON_ORDER] = {"sign-on-order",
                            "sign-on number that is not above the last one",
                            false,
                            {STOPS, STOPS, STOPS, NONE, NONE, NONE}},
    [RULE_SIGN_ON] = {"sign-on",
                      "level whose sign-on does not end",
                      false,
                      {HIDES, HIDES, HIDES, HIDES, HIDES, NONE}},
    /* The console runs it a frame later, when the next level's sign-on is over. */
    [RULE_RECONNECT] = {"reconnect",
                        "\"reconnect\" before a level",
                        false,
                        {ENDS, NONE, NONE, NONE, NONE, NONE}},
    [RULE_PLAYERS] =
        {"players",
         "players",
         true,
         {{16, VALIDATE_MISREADS}, {16, VALIDATE_STOPS}, {16, VALIDATE_STOPS}, NONE, NONE, NONE}},
    /* value: by how much the slot is above the last one */
    [RULE_SLOT] = {"slot",
                   "player slot that the level does not have",
                   false,
                   {STOPS, STOPS, STOPS, STOPS, STOPS, NONE}},
    [RULE_MODELS] = {"models",
                     "models",
                     true,
                     {{255, VALIDATE_MISREADS},
                      {2047, VALIDATE_STOPS},
                      {511, VALIDATE_STOPS},
                      {255, VALIDATE_STOPS},
                      {511, VALIDATE_STOPS},
                      NONE}},
    [RULE_SOUNDS] = {"sounds",
                     "sounds",
                     true,
                     {{255, VALIDATE_MISREADS},
                      {2047, VALIDATE_STOPS},
                      {255, VALIDATE_STOPS},
                      {255, VALIDATE_STOPS},
                      {255, VALIDATE_STOPS},
                      NONE}},
    [RULE_MODEL] = {"model",
                    "model number",
                    true,
                    {{255, VALIDATE_STOPS},
                     {2047, VALIDATE_STOPS},
                     {511, VALIDATE_STOPS},
                     {255, VALIDATE_STOPS},
                     {511, VALIDATE_STOPS},
                     NONE}},
    [RULE_SOUND] = {"sound",
                    "sound number",
                    true,
                    {{255, VALIDATE_STOPS},
                     {2047, VALIDATE_STOPS},
                     {255, VALIDATE_STOPS},
                     {255, VALIDATE_STOPS},
                     {255, VALIDATE_STOPS},
                     NONE}},
    [RULE_MODEL_NAME] = {"model-name",
                         "bytes of a model's name",
                         true,
                         {{63, VALIDATE_OVERWRITES},
                          {63, VALIDATE_STOPS},
                          {63, VALIDATE_STOPS},
                          {63, VALIDATE_OVERWRITES},
                          {63, VALIDATE_STOPS},
                          NONE}},
    [RULE_SOUND_NAME] = {"sound-name",
                         "bytes of a sound's name",
                         true,
                         {{63, VALIDATE_OVERWRITES},
                          {63, VALIDATE_CUTS},
                          {63, VALIDATE_CUTS},
                          {63, VALIDATE_OVERWRITES},
                          {63, VALIDATE_CUTS},
                          NONE}},
    [RULE_ENTITY] = {"entity",
                     "entity number",
                     true,
                     {{599, VALIDATE_STOPS},
                      {8191, VALIDATE_STOPS},
                      {599, VALIDATE_STOPS},
                      {767, VALIDATE_OVERWRITES},
                      {2047, VALIDATE_STOPS},
                      NONE}},
    [RULE_SOUND_ENTITY] = {"sound-entity",
                           "entity number of a sound",
                           true,
                           {{600, VALIDATE_STOPS},
                            {8192, VALIDATE_STOPS},
                            {600, VALIDATE_STOPS},
                            {768, VALIDATE_STOPS},
                            {2048, VALIDATE_STOPS},
                            NONE}},
    [RULE_VIEW_ENTITY] = {"view-entity",
                          "entity number of the view",
                          true,
                          {{599, VALIDATE_OVERWRITES},
                           {8191, VALIDATE_OVERWRITES},
                           {599, VALIDATE_STOPS},
                           NONE,
                           NONE,
                           NONE}},
    [RULE_STATIC_ENTITIES] = {"static-entities",
                              "static entities",
                              true,
                              {{128, VALIDATE_STOPS},
                               {4096, VALIDATE_STOPS},
                               {512, VALIDATE_STOPS},
                               {128, VALIDATE_STOPS},
                               {512, VALIDATE_STOPS},
                               NONE}},
    [RULE_COLORMAP] = {"colormap",
                       "player's colours that the level does not have",
                       false,
                       {QUITS, QUITS, NONE, NONE, NONE, NONE}},
    [RULE_STAT] = {"stat",
                   "number of a statistic",
                   true,
                   {{31, VALIDATE_QUITS},
                    {31, VALIDATE_QUITS},
                    {31, VALIDATE_QUITS},
                    {31, VALIDATE_QUITS},
                    {31, VALIDATE_STOPS},
                    NONE}},
    [RULE_LIGHTSTYLE] = {"lightstyle",
                         "number of a light style",
                         true,
                         {{63, VALIDATE_QUITS},
                          {63, VALIDATE_QUITS},
                          {63, VALIDATE_QUITS},
                          {63, VALIDATE_QUITS},
                          {63, VALIDATE_STOPS},
                          NONE}},
    [RULE_STYLE_LENGTH] = {"style-length",
                           "letters of a light style",
                           true,
                           {{63, VALIDATE_OVERWRITES},
                            {63, VALIDATE_CUTS},
                            {63, VALIDATE_CUTS},
                            {63, VALIDATE_OVERWRITES},
                            {63, VALIDATE_CUTS},
                            NONE}},
    [RULE_NAME_LENGTH] =
        {"name-length",
         "bytes of a player's name",
         true,
         {{31, VALIDATE_OVERWRITES}, {31, VALIDATE_CUTS}, {31, VALIDATE_CUTS}, NONE, NONE, NONE}},
    /* What is left of a longer text is read as messages. */
    [RULE_TEXT_LENGTH] = {"text-length",
                          "bytes of a text",
                          true,
                          {{2046, VALIDATE_MISREADS},
                           {2046, VALIDATE_MISREADS},
                           {2046, VALIDATE_MISREADS},
                           {2046, VALIDATE_MISREADS},
                           {2046, VALIDATE_MISREADS},
                           NONE}},
    /* A signed byte of -1, as at the end of the block. */
    [RULE_TEXT_END] = {"text-end",
                       "character 255, at which the engine ends a text",
                       false,
                       {MISREADS, NONE, NONE, MISREADS, NONE, NONE}},
    [RULE_ITEMS] = {"items",
                    "clientdata without items, as up to Quake 1.06",
                    false,
                    {MISREADS, MISREADS, MISREADS, NONE, NONE, NONE}},
    [RULE_DROPPED] = {"dropped",
                      "packet whose number is not above the last one",
                      false,
                      {NONE, NONE, NONE, SKIPS, SKIPS, NONE}},
    [RULE_SEQUENCE] = {"sequence",
                       "snapshot whose number is below the last one",
                       false,
                       {NONE, NONE, NONE, NONE, NONE, STOPS}},
    [RULE_TIME] = {"time",
                   "snapshot of an earlier time than the last one",
                   false,
                   {NONE, NONE, NONE, NONE, NONE, STOPS}},
    [RULE_DELTA_BASE] = {"delta-base",
                         "changes of a frame that the demo does not have",
                         false,
                         {NONE, NONE, NONE, SKIPS, SKIPS, SKIPS}},
    /* In playback nothing sets the number of the frame that they change. */
    [RULE_DELTAS] = {"deltas",
                     "entities told as changes of an earlier frame, here and later",
                     false,
                     {NONE, NONE, NONE, HIDES, NONE, NONE}},
    [RULE_PACKET_ENTITIES] =
        {"packet-entities",
         "entities in a packet",
         true,
         {NONE, NONE, NONE, {64, VALIDATE_STOPS}, {300, VALIDATE_STOPS}, NONE}},
    /* It takes the three bytes for what follows. ezQuake reads them since 3.6.6. */
    [RULE_TINT] = {"tint",
                   "entity with a tint (FTE's COLOURMOD), which ezQuake reads since 3.6.6 only",
                   false,
                   {NONE, NONE, NONE, NONE, STOPS, NONE}},
    [RULE_SERVERINFO] = {"serverinfo",
                         "bytes of the serverinfo",
                         true,
                         {NONE, NONE, NONE, {511, VALIDATE_OVERWRITES}, NONE, NONE}},
    [RULE_CONFIGSTRINGS] = {"configstrings",
                            "bytes of all configstrings",
                            true,
                            {NONE, NONE, NONE, NONE, NONE, {16000, VALIDATE_STOPS}}},
};

bool validate_limit(struct validate_check *check, enum validate_rule rule, size_t offset,
                    int64_t value)
{
    const struct limit *limit = &rules[rule].limits[check->client];
    if (limit->effect == VALIDATE_NO_LIMIT || value <= limit->most) {
        return false;
    }
    const bool refusal = validate_is_refusal(limit->effect);
    const struct validate_finding finding = {.rule = rules[rule].name,
                                             .block = check->block,
                                             .offset = offset,
                                             .subject = rules[rule].subject,
                                             .counted = rules[rule].counted,
                                             .value = value,
                                             .most = limit->most,
                                             .effect = limit->effect};
    check->report->findings++;
    check->report->refusals += refusal;
    if (check->found) {
        check->found(check->context, &finding);
    }
    return refusal;
}
