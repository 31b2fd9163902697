#include "engine/edit/text/text_grammar.h"

#include "engine/edit/text/rows/nq_text_rows.h"
#include "engine/edit/text/rows/q3_text_names.h"
#include "engine/edit/text/rows/qw_text_rows.h"

static const char introduction[] =
    "# Demos as text\n"
    "\n"
    "`quakereel decompile DEMO -o TEXT` writes a demo as text, `quakereel compile TEXT -o DEMO` "
    "makes\n"
    "the demo of it: the same bytes, if the text was not changed. This page is made from the "
    "tables\n"
    "by which both work (`make docs`).\n"
    "\n"
    "## Lines\n"
    "\n"
    "```\n"
    "quakereel-text 1 netquake 15\n"
    "track \"-1\\n\"\n"
    "\n"
    "@ view 0 90 0\n"
    "time 12.25\n"
    "clientdata on_ground items sg|shells|axe weapon_model 34 health 100 ammo 25 // v_shot.mdl\n"
    "ent 1 frame 3 origin 480 -352 88.125\n"
    "sound 7 entity 1 channel 1 origin 480 -352 88.125 // weapons/guncock.wav\n"
    "```\n"
    "\n"
    "- The first line has the version of the grammar, the family and the protocol of the first "
    "level.\n"
    "  Behind it may stand `items_optional` (Quake up to 1.06: clientdata has items on demand) "
    "and\n"
    "  `dp_sounds` (BJP's protocols as DarkPlaces' server writes them).\n"
    "  QuakeWorld's has the container, qwd or mvd, in front of the protocol.\n"
    "- The first line of a part (`decompile --from`, `--to`) has `part` behind the version, with "
    "the "
    "numbers\n"
    "  of its first and last block (from 0; `end` is the demo's last one): `quakereel-text 1 part "
    "120 "
    "900\n"
    "  netquake 15`. `compile --into DEMO` replaces those blocks, and what stands behind them in "
    "the "
    "file\n"
    "  up to the next block. There may be more or fewer blocks in the text.\n"
    "- `track` is NetQuake's line in front of the first block, as a string. Several of them are "
    "joined.\n"
    "- `@` begins a block; `view` has the recorder's pitch, yaw and roll. The lines behind it are "
    "the\n"
    "  block's messages, one each. A line that begins with a blank continues the one before it.\n"
    "- `//` begins a comment. Names of models and sounds stand in comments: the numbers count.\n"
    "- `raw` has bytes of a block, `rest` bytes of the file that are in no block, both as hex "
    "digits:\n"
    "  what cannot be read, and messages that their fields would not give back.\n"
    "- A field is its name and its value. Those that are printed without a name below stand "
    "behind\n"
    "  the message's name. The others may stand in any order. One that the message does not have, "
    "in\n"
    "  its protocol or with the other fields, is a mistake: `count` of a temp_entity explosion.\n"
    "- *sent if it stands there*: the message's mask says which fields are in the bytes, and "
    "follows\n"
    "  from what stands in the text. `bits` has bits of the mask that differ from those. Each of\n"
    "  three numbers may be `-`, which means not sent; the last ones may be left out.\n"
    "\n"
    "## Values\n"
    "\n"
    "| kind | in the text |\n"
    "|---|---|\n"
    "| number | decimal, or hex with 0x |\n"
    "| float | the shortest decimal that reads back to the same float32; `f0x7fc00001` has the "
    "bits |\n"
    "| coordinate | units; rounded to what the protocol can send: 1/8, 1/16, float32, or 1/255, "
    "whose last step below a whole number is `n+255/255` |\n"
    "| angle | degrees; rounded to 1.40625 (bytes) or to 360/65536, of which 3 decimals are "
    "written |\n"
    "| string | in quotes; `\\n` `\\t` `\\r` `\\\"` `\\\\`, `\\^c` for c with its high bit set "
    "(Quake's coloured letters), `\\xHH` for any byte |\n"
    "| names | strings, to the next field |\n"
    "| bytes | hex digits, two a byte |\n"
    "| flag | its name alone |\n"
    "| of a list below | a name or a number; names of bits are joined with `\\|` |\n"
    "\n"
    "## Lists of texts\n"
    "\n"
    "`quakereel strings DEMO` prints the strings alone, but for the light levels and names of "
    "files,\n"
    "and `strings --apply LIST DEMO -o OUT` puts changed ones back:\n"
    "\n"
    "```\n"
    "17:0 12.25 print \"You got the shotgun\\n\"\n"
    "17:1 12.25 updatename 3 player_name \"Ranger\"\n"
    "```\n"
    "\n"
    "Block and number of the text in it, both from 0; seconds of playback, which do not count when "
    "the\n"
    "list is read; the kind, which is what stands in front of the string; the string. Lines follow "
    "the\n"
    "demo; some may be missing.\n"
    "\n"
    "## JSON\n"
    "\n"
    "`quakereel dump DEMO` writes the messages of NetQuake and QuakeWorld with the same names and "
    "fields, an\n"
    "object a line:\n"
    "\n"
    "```\n"
    "{\"block\":4,\"offset\":5082,\"name\":\"time\",\"id\":7,\"head\":{\"view\":[0,90,0]},"
    "\"time\":12.25}\n"
    "{\"block\":4,\"offset\":5104,\"name\":\"ent\",\"id\":223,\"entity\":1,\"frame\":3,"
    "\"origin\":[480,-352,null]}\n"
    "```\n"
    "\n"
    "- `block` is the block's number from 0, `offset` the message's byte in the file, `name` its "
    "name "
    "in the\n"
    "  text, `id` its number. The first message of a block has the block's own fields in `head`, "
    "for "
    "QuakeWorld\n"
    "  with the kind of the block as `name`. A block without messages is a line without `id`, "
    "named\n"
    "  `block`; its bytes, if it has any, are `bytes`.\n"
    "- QuakeWorld's lines have `clock`, seconds of playback, and `to`, the players that the "
    "message "
    "is for,\n"
    "  if it is not for all.\n"
    "- A field has a key if it stands in the text. Numbers and names of lists are numbers; numbers "
    "in "
    "a\n"
    "  row are an array, in which those that are not sent are null; so are infinite ones. A flag "
    "is "
    "true.\n"
    "  Bytes are a string of hex digits, names an array. `bits` is left out. In strings, a byte "
    "from "
    "0x80 on\n"
    "  and a control byte is `\\u00XX`.\n"
    "- What a statement has in lines of its own (entities, nails) is the array `entries`.\n";

static const char *kind_of(const struct text_field *field)
{
    switch (field->kind) {
    case TEXT_FLOAT:
        return "float";
    case TEXT_COORD:
    case TEXT_COORD32:
        return "coordinate";
    case TEXT_ANGLE:
    case TEXT_SHORT_ANGLE:
        return "angle";
    case TEXT_STRING:
        return "string";
    case TEXT_NAMES:
        return "names";
    case TEXT_FLAG:
        return "flag";
    case TEXT_BYTES:
        return "bytes";
    case TEXT_BITS:
        return "number";
    default:
        return "number";
    }
}

static void write_values(FILE *out, const struct text_values *values)
{
    fprintf(out, "\n### %s\n\n", values->title);
    for (uint32_t i = 0; i < values->count; i++) {
        fprintf(out, "%s`%s` %lld", i > 0 ? ", " : "", values->values[i].name,
                (long long)values->values[i].value);
    }
    fprintf(out, "\n");
}

static void write_field(FILE *out, const struct text_field *field)
{
    fprintf(out, "| %s%s%s | ", field->need == TEXT_FIRST ? "" : "`", field->name,
            field->need == TEXT_FIRST ? "" : "`");
    if (field->count > 1) {
        fprintf(out, "%d ", field->count);
    }
    fprintf(out, "%s%s", kind_of(field), field->count > 1 ? "s" : "");
    if (field->values) {
        fprintf(out, " of %s", field->values->title);
    } else if (field->refers != TEXT_REFERS_NOTHING) {
        fprintf(out, " of a %s", field->refers == TEXT_REFERS_MODEL ? "model" : "sound");
    }
    fprintf(out, " | ");
    if (field->kind == TEXT_BITS) {
        fprintf(out, "bits of the mask that differ");
    } else if (field->need == TEXT_USUALLY) {
        fprintf(out, field->kind >= TEXT_STRING ? "may be absent" : "%ld if absent",
                (long)field->usual);
    } else if (field->need == TEXT_MASKED) {
        fprintf(out, "sent if it stands there");
    }
    fprintf(out, " | %s |\n", field->help ? field->help : "");
}

static void write_row(FILE *out, const struct text_row *row, const char *(*title)(int bit))
{
    fprintf(out, "\n### `%s`\n\n", row->name);
    const char *separator = "In ";
    for (int bit = 0; bit < 32 && row->classes >> bit != 0; bit++) {
        if (row->classes >> bit & 1) {
            fprintf(out, "%s%s", separator, title(bit));
            separator = ", ";
        }
    }
    fprintf(out, "%s", row->classes ? ". " : "");
    if (row->id == NQ_ENTITY_UPDATE) {
        fprintf(out, "Messages 128 to 255. ");
    } else if (row->id < NQ_ENTITY_UPDATE) {
        fprintf(out, "Message %u. ", (unsigned)row->id);
    }
    fprintf(out, "%s%s\n", row->help ? "It is " : "", row->help ? row->help : "");
    if (row->num_fields > 0) {
        fprintf(out, "\n| field | value | | |\n|---|---|---|---|\n");
    }
    for (uint32_t i = 0; i < row->num_fields; i++) {
        write_field(out, &row->fields[i]);
    }
    for (uint32_t i = 0; row->entries && i < row->entries->count; i++) {
        const struct text_row *entry = &row->entries->rows[i];
        fprintf(out, "\nThen any number of `%s`, each on a line that begins with a blank:\n",
                entry->name);
        fprintf(out, "\n| field | value | | |\n|---|---|---|---|\n");
        for (uint32_t k = 0; k < entry->num_fields; k++) {
            write_field(out, &entry->fields[k]);
        }
    }
}

enum { LISTS = 32 };

/* Lists of values that rows name, each once. */
struct lists {
    const struct text_values *values[LISTS];
    uint32_t count;
};

static void add_lists(struct lists *lists, const struct text_row *row)
{
    for (uint32_t i = 0; i < row->num_fields; i++) {
        const struct text_values *values = row->fields[i].values;
        uint32_t at = 0;
        while (at < lists->count && lists->values[at] != values) {
            at++;
        }
        if (values && at == lists->count && at < LISTS) {
            lists->values[lists->count++] = values;
        }
    }
}

static void write_rows(FILE *out, const struct text_table *table, const char *(*title)(int bit))
{
    for (const struct text_table *t = table; t; t = t->more) {
        for (uint32_t i = 0; i < t->count; i++) {
            write_row(out, &t->rows[i], title);
        }
    }
}

static void write_family(FILE *out, const char *family, const struct text_table *table,
                         const char *(*title)(int bit))
{
    struct lists lists = {.count = 0};
    for (const struct text_table *t = table; t; t = t->more) {
        for (uint32_t i = 0; i < t->count; i++) {
            add_lists(&lists, &t->rows[i]);
        }
    }
    fprintf(out, "\n## %s: lists of values\n", family);
    for (uint32_t i = 0; i < lists.count; i++) {
        write_values(out, lists.values[i]);
    }
    fprintf(out, "\n## %s: messages\n", family);
    write_rows(out, table, title);
}

static const char quake3[] =
    "\n## Quake III\n"
    "\n"
    "```\n"
    "quakereel-text 1 quake3 68\n"
    "\n"
    "@ 1234 acknowledged 7\n"
    "command 51 \"cs 6 \\\"12\\\"\"\n"
    "snapshot 530083 base 1233 flags 4 areas fcff\n"
    "  player commandTime 530080 origin 480 - 24.125 stats 0:100\n"
    "  ent 64 pos.trBase 512 -32 loopSound 12 // sound/weapons/rocket/rockfly.wav\n"
    "  ent 65 remove\n"
    "```\n"
    "\n"
    "- `@` begins a message and has its number; `acknowledged` is the number of the last client "
    "command\n"
    "  that the server had (0 if absent).\n"
    "- `gamestate` has the number of the last server command, `client` and `checksum` (not before "
    "66);\n"
    "  then any number of `cs` (number, string) and `baseline` (number of an entity, fields).\n"
    "- `command` has its number and its text: at most 1023 bytes, in protocol 91 8191.\n"
    "- `snapshot` has the server's time in ms, `base` (the number of the message that it differs "
    "from;\n"
    "  in full without), `flags`, `areas` (bytes), and before 48 `command`; then `player` and any\n"
    "  number of `ent` with ascending numbers. A field stands there if it is sent. The numbers of "
    "a "
    "vector\n"
    "  stand behind its name, `-` for one that is not sent. `stats`, `persistant`, `ammo` and "
    "`powerups` have\n"
    "  values as index:value. `remove` in place of fields: the entity leaves. `last`: fields that "
    "have a bit\n"
    "  for \"sent\", where they are more than up to the last one sent. A float as `f0x...` is sent "
    "in 32 bits,\n"
    "  another one in 13 if it can be.\n"
    "- `download` has the block's number and `bytes`; block 0 `file_size` in front of them, and if "
    "that is below\n"
    "  0 `reason` in their place. `voip` has `speex` or `opus`, the sender, `generation`, "
    "`sequence`, `frames`,\n"
    "  `flags` and `bytes`.\n"
    "- `nop` is an empty command. `raw` in place of them has all bytes of a message. `pad` has the "
    "bytes\n"
    "  behind the last command, whose first ones may be bits of its last byte; `none`: there is no "
    "byte.\n"
    "- `exact` has a hash of the bytes that the lines in front of it make, and all bytes that the "
    "message has\n"
    "  instead. It does not count if the lines make other bytes, because they were edited.\n"
    "- `end` is the end mark.\n"
    "\n"
    "| field of | name | bits, by protocol (0 = float, negative = signed) |\n"
    "|---|---|---|\n";

/* Fields with the protocols that have them: "68: 16, 90: 24". */
static void write_quake3_fields(FILE *out, bool players)
{
    static const int protocols[] = {43, 48, 68, 73, 90, 91};
    const char *const *names = players ? q3_player_names : q3_entity_names;
    const uint32_t count = players ? (uint32_t)Q3_PS_COUNT : (uint32_t)Q3_ES_COUNT;
    for (uint32_t slot = 0; slot < count; slot++) {
        const char *separator = "";
        fprintf(out, "| %s | `%s` | ", players ? "player" : "ent, baseline", names[slot]);
        for (size_t k = 0; k < sizeof(protocols) / sizeof(protocols[0]); k++) {
            const struct q3_protocol *protocol = q3_protocol_get(protocols[k]);
            const struct q3_field *fields = players ? protocol->player : protocol->entity;
            const uint32_t fields_count = players ? protocol->player_count : protocol->entity_count;
            for (uint32_t i = 0; i < fields_count; i++) {
                if (fields[i].slot == slot) {
                    fprintf(out, "%s%d: %d", separator, protocols[k], fields[i].bits);
                    separator = ", ";
                }
            }
        }
        fprintf(out, " |\n");
    }
}

void text_grammar_write(FILE *out)
{
    fputs(introduction, out);
    write_family(out, "NetQuake", &nq_text_table, nq_text_class_title);
    fprintf(out, "\n## QuakeWorld: blocks, behind `@`\n");
    write_rows(out, &qw_text_block_table, qw_text_class_title);
    write_family(out, "QuakeWorld", &qw_text_table, qw_text_class_title);
    fputs(quake3, out);
    write_quake3_fields(out, false);
    write_quake3_fields(out, true);
}
