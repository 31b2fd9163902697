/* What only a whole NetQuake demo tells of its messages' layout. */
#include <stdio.h>
#include <string.h>

#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"

/* Evidence for nq_detect_items_optional. */
struct items_evidence {
    uint32_t optional; /* blocks that parse to their end only if the field is optional */
    uint32_t always;   /* ... only if it is always there */
    int version;       /* Quake's, times 100, from its "VERSION 1.06 SERVER" print; 0 = not seen */
};

/* This many blocks more for one interpretation decide; the rest of the demo is not checked. */
enum { ITEMS_SETTLED = 16 };
/* Stops after this many blocks in which both interpretations agree: old servers send items only
 * when they change, which is rare. */
enum { ITEMS_SILENT_BLOCKS = 4096 };
/* A recording has its serverinfo at the start, behind what was downloaded and stuffed. */
enum { SERVERINFO_BLOCKS = 64 };

static int server_version(const char *text)
{
    const char *found = strstr(text, "VERSION ");
    unsigned whole, part;
    if (found && sscanf(found, "VERSION %1u.%2u SERVER", &whole, &part) == 2) {
        return (int)(whole * 100 + part);
    }
    return 0;
}

static bool follow_to_end(struct nq_protocol *protocol, const struct dem_block *block, size_t pos)
{
    struct nq_message message;
    int got;
    while ((got = nq_message_decode(protocol, block->messages, block->size, &pos, &message, NULL)) >
           0) {
        nq_protocol_follow(protocol, &message);
    }
    return got == 0;
}

static bool parses_to_end(const struct nq_protocol *protocol, const struct dem_block *block,
                          size_t pos)
{
    struct nq_protocol p = *protocol;
    return follow_to_end(&p, block, pos);
}

/* Looks at one block up to its first clientdata, which shows whether the readings differ. */
static void weigh_block(struct nq_protocol *protocol, const struct dem_block *block,
                        struct items_evidence *evidence)
{
    struct nq_message message;
    size_t pos = 0;
    for (;;) {
        size_t at = pos;
        if (nq_message_decode(protocol, block->messages, block->size, &pos, &message, NULL) <= 0) {
            /* A clientdata that ends its block overruns it when read with the field. */
            if (at >= block->size || block->messages[at] != NQ_CLIENTDATA) {
                return;
            }
            pos = at;
        } else if (message.id == NQ_PRINT && evidence->version == 0) {
            evidence->version = server_version(message.u.text);
            continue;
        } else if (message.id != NQ_CLIENTDATA) {
            nq_protocol_follow(protocol, &message);
            continue;
        } else if ((message.u.clientdata.mask & NQ_SU_ITEMS) ||
                   protocol->version != NQ_PROTOCOL_15) {
            return;
        }
        struct nq_protocol reading = *protocol;
        reading.items_optional = true;
        bool optional = parses_to_end(&reading, block, at);
        reading.items_optional = false;
        bool always = parses_to_end(&reading, block, at);
        evidence->optional += optional && !always;
        evidence->always += always && !optional;
        return;
    }
}

bool nq_detect_items_optional(const struct dem_file *dem)
{
    struct nq_protocol protocol = {.version = NQ_PROTOCOL_15};
    struct items_evidence evidence = {0};
    struct dem_block block;
    size_t pos = dem->first_block;
    for (int i = 0; dem_next_block(dem, &pos, &block, NULL) > 0; i++) {
        if (i >= ITEMS_SILENT_BLOCKS && evidence.optional + evidence.always == 0) {
            break;
        }
        weigh_block(&protocol, &block, &evidence);
        if (evidence.optional >= evidence.always + ITEMS_SETTLED ||
            evidence.always >= evidence.optional + ITEMS_SETTLED) {
            break;
        }
    }
    if (evidence.optional != evidence.always) {
        return evidence.optional > evidence.always;
    }
    return evidence.version > 0 && evidence.version < 107;
}

/* The first serverinfo's protocol; what the blocks before it hold is passed over. */
static struct nq_protocol find_protocol(const struct dem_file *dem)
{
    struct nq_protocol protocol = {.version = NQ_PROTOCOL_15};
    struct nq_message message;
    struct dem_block block;
    size_t pos = dem->first_block;
    for (int i = 0; i < SERVERINFO_BLOCKS && dem_next_block(dem, &pos, &block, NULL) > 0; i++) {
        size_t at = 0;
        while (nq_message_decode(&protocol, block.messages, block.size, &at, &message, NULL) > 0) {
            if (message.id == NQ_SERVERINFO) {
                nq_protocol_begin(&protocol, &message.u.serverinfo);
                return protocol;
            }
        }
    }
    return protocol;
}

/* True if the file's sounds are as wide as DarkPlaces' server writes them under BJP's numbers: its
 * static sounds have 16 bits under all three, the others have 8 under 10002. Engines of BJP itself,
 * QuakeSpasm-Spiked and FTE read the table's widths. */
static bool detect_dp_sounds(const struct dem_file *dem)
{
    struct nq_protocol usual = find_protocol(dem);
    if ((usual.wide & NQ_WIDE_MODEL) == 0) {
        return false;
    }
    struct nq_protocol other = {.version = NQ_PROTOCOL_15, .dp_sounds = 1};
    usual = (struct nq_protocol){.version = NQ_PROTOCOL_15};
    struct dem_block block;
    size_t pos = dem->first_block;
    int balance = 0; /* blocks that parse to their ends only the one way, less those the other */
    for (int i = 0; i < ITEMS_SILENT_BLOCKS && balance < ITEMS_SETTLED &&
                    balance > -ITEMS_SETTLED && dem_next_block(dem, &pos, &block, NULL) > 0;
         i++) {
        balance += follow_to_end(&other, &block, 0) - follow_to_end(&usual, &block, 0);
    }
    return balance > 0;
}

struct nq_protocol nq_detect_protocol(const struct dem_file *dem)
{
    return (struct nq_protocol){.version = NQ_PROTOCOL_15,
                                .items_optional = nq_detect_items_optional(dem),
                                .dp_sounds = detect_dp_sounds(dem)};
}
