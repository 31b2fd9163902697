#include "engine/page/page.h"

#include <stdio.h>
#include <string.h>

#include "formats/text/base64.h"

/* Text on paper has a contrast of 12 or more, links and faint text 4.5 or more, in both themes. */
static const char style[] =
    ":root{color-scheme:light dark;--paper:#fff;--text:#1c1e21;--faint:#5a6068;--line:#d5d8dc;"
    "--shade:#f3f4f6;--link:#0b57b0}\n"
    "@media(prefers-color-scheme:dark){:root{--paper:#15171a;--text:#e8eaed;--faint:#a2a8b0;"
    "--line:#3a3f45;--shade:#1e2125;--link:#8ab8f5}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:75rem;padding:1rem;background:var(--paper);color:var(--text);"
    "font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}\n"
    "h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0}\n"
    "h2{font-size:1.2rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--line)}\n"
    "header p,footer,figcaption{color:var(--faint);margin:.25rem 0}\n"
    "a{color:var(--link)}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:.5rem 0}\n"
    "dt{color:var(--faint)}dd{margin:0}\n"
    ".scroll{overflow-x:auto}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.5rem 0}\n"
    "th,td{padding:.25rem .6rem;text-align:left;border-bottom:1px solid var(--line);"
    "white-space:nowrap}\n"
    "th{background:var(--shade)}th.n,td.n{text-align:right}tr.sum{font-weight:600}\n"
    "figure{margin:1rem 0}\n"
    "img,svg{display:block;max-width:100%;height:auto}\n"
    ".scroll svg{max-width:none;width:100%;min-width:46rem}\n"
    "ol{padding-left:0;list-style:none}li{padding:.15rem 0}\n"
    "li a,li b{display:inline-block;min-width:4.5rem;font-variant-numeric:tabular-nums}\n"
    "summary{cursor:pointer;font-weight:600}\n"
    "@media print{body{max-width:none;padding:0}.scroll{overflow:visible}.scroll svg{min-width:0}"
    "section,figure,tr{break-inside:avoid}a{color:inherit;text-decoration:none}}\n";

static void put(struct byte_writer *out, const char *markup)
{
    byte_writer_bytes(out, markup, strlen(markup));
}

static void put_text(struct byte_writer *out, const char *text)
{
    for (; text && *text != '\0'; text++) {
        switch (*text) {
        case '&':
            put(out, "&amp;");
            break;
        case '<':
            put(out, "&lt;");
            break;
        case '>':
            put(out, "&gt;");
            break;
        case '"':
            put(out, "&quot;");
            break;
        case '\'':
            put(out, "&#39;");
            break;
        default:
            if ((unsigned char)*text >= ' ' && *text != 0x7f) {
                byte_writer_u8(out, (unsigned char)*text);
            }
            break;
        }
    }
}

/* Markup around a text. */
static void put_in(struct byte_writer *out, const char *before, const char *text, const char *after)
{
    put(out, before);
    put_text(out, text);
    put(out, after);
}

void page_begin(struct byte_writer *out, const char *title, const char *subtitle)
{
    put_in(out,
           "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
           "img-src data:;style-src 'unsafe-inline'\">\n<title>",
           title, "</title>\n<style>\n");
    put(out, style);
    put_in(out, "</style>\n</head>\n<body>\n<header>\n<h1>", title, "</h1>\n");
    if (subtitle && subtitle[0] != '\0') {
        put_in(out, "<p>", subtitle, "</p>\n");
    }
    put(out, "</header>\n<main>\n");
}

void page_end(struct byte_writer *out, const char *foot)
{
    put_in(out, "</main>\n<footer>", foot, "</footer>\n</body>\n</html>\n");
}

void page_section(struct byte_writer *out, const char *heading)
{
    put_in(out, "<section>\n<h2>", heading, "</h2>\n");
}

void page_section_end(struct byte_writer *out)
{
    put(out, "</section>\n");
}

void page_fold(struct byte_writer *out, const char *heading)
{
    put_in(out, "<details>\n<summary>", heading, "</summary>\n");
}

void page_fold_end(struct byte_writer *out)
{
    put(out, "</details>\n");
}

void page_paragraph(struct byte_writer *out, const char *text)
{
    put_in(out, "<p>", text, "</p>\n");
}

void page_facts_begin(struct byte_writer *out)
{
    put(out, "<dl>\n");
}

void page_fact(struct byte_writer *out, const char *name, const char *value)
{
    if (value && value[0] != '\0') {
        put_in(out, "<dt>", name, "</dt>");
        put_in(out, "<dd>", value, "</dd>\n");
    }
}

void page_facts_end(struct byte_writer *out)
{
    put(out, "</dl>\n");
}

/* --- tables -------------------------------------------------------------------------------------
 */

static void put_cell(struct byte_writer *out, const char *tag, const struct page_column *column,
                     const char *text)
{
    put(out, "<");
    put(out, tag);
    put(out, column->is_number ? " class=\"n\"" : "");
    if (strcmp(tag, "th") == 0 && column->words) {
        put_in(out, " title=\"", column->words, "\"");
    }
    put_in(out, ">", text, "</");
    put(out, tag);
    put(out, ">");
}

void page_table_begin(struct byte_writer *out, const struct page_column *columns, size_t count)
{
    put(out, "<div class=\"scroll\"><table>\n<thead><tr>");
    for (size_t i = 0; i < count; i++) {
        put_cell(out, "th", &columns[i], columns[i].title);
    }
    put(out, "</tr></thead>\n<tbody>\n");
}

void page_table_row(struct byte_writer *out, const struct page_column *columns,
                    const char *const *cells, size_t count, bool is_sum)
{
    put(out, is_sum ? "<tr class=\"sum\">" : "<tr>");
    for (size_t i = 0; i < count; i++) {
        put_cell(out, "td", &columns[i], cells[i]);
    }
    put(out, "</tr>\n");
}

void page_table_end(struct byte_writer *out)
{
    put(out, "</tbody>\n</table></div>\n");
}

/* --- pictures -----------------------------------------------------------------------------------
 */

void page_drawing(struct byte_writer *out, const struct byte_writer *svg, const char *caption)
{
    put(out, "<figure>\n<div class=\"scroll\">");
    byte_writer_bytes(out, svg->data, svg->size);
    put(out, "</div>\n");
    if (caption && caption[0] != '\0') {
        put_in(out, "<figcaption>", caption, "</figcaption>\n");
    }
    put(out, "</figure>\n");
}

void page_picture(struct byte_writer *out, const uint8_t *png, size_t size, int width, int height,
                  const char *words)
{
    char sides[64];
    snprintf(sides, sizeof sides, "\" width=\"%d\" height=\"%d\"", width, height);
    put(out, "<figure>\n<img src=\"data:image/png;base64,");
    base64_put(out, png, size);
    put(out, sides);
    put_in(out, " alt=\"", words, "\">\n</figure>\n");
}

/* --- links --------------------------------------------------------------------------------------
 */

void page_links_begin(struct byte_writer *out)
{
    put(out, "<ol>\n");
}

void page_link(struct byte_writer *out, const char *address, const char *title, const char *words)
{
    put(out, "<li>");
    if (address[0] != '\0') {
        put_in(out, "<a href=\"", address, "\">");
        put_in(out, "", title, "</a> ");
    } else {
        put_in(out, "<b>", title, "</b> ");
    }
    put_in(out, "", words, "</li>\n");
}

void page_links_end(struct byte_writer *out)
{
    put(out, "</ol>\n");
}

void page_put_address(struct byte_writer *out, const char *text)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/:";
    for (; *text != '\0'; text++) {
        char coded[4];
        if (strchr(plain, *text)) {
            byte_writer_u8(out, (unsigned char)*text);
        } else {
            snprintf(coded, sizeof coded, "%%%02X", (unsigned)(unsigned char)*text);
            byte_writer_bytes(out, coded, 3);
        }
    }
}
