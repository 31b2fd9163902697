/* HTML pages: what demos say stays text, the page needs nothing from elsewhere. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/page/page.h"
#include "formats/text/base64.h"

static struct byte_writer out;

static const char *text(void)
{
    byte_writer_u8(&out, '\0');
    cr_assert_not(out.failed);
    return (const char *)out.data;
}

static void expect(const char *part)
{
    cr_expect_not_null(strstr((const char *)out.data, part), "%s is not in: %s", part,
                       (const char *)out.data);
}

static void expect_none(const char *part)
{
    cr_expect_null(strstr((const char *)out.data, part), "%s is in: %s", part,
                   (const char *)out.data);
}

static const char attack[] = "<script>alert(1)</script>\"onload='x'&amp;\x01\x1b[31m]]>";

/* Each function that takes a text gets an attack. */
Test(page, texts_are_escaped)
{
    const struct page_column columns[] = {{attack, attack, false}, {"n", NULL, true}};
    const char *const cells[] = {attack, NULL};
    out = (struct byte_writer){0};
    page_begin(&out, attack, attack);
    page_section(&out, attack);
    page_paragraph(&out, attack);
    page_facts_begin(&out);
    page_fact(&out, attack, attack);
    page_facts_end(&out);
    page_table_begin(&out, columns, 2);
    page_table_row(&out, columns, cells, 2, true);
    page_table_end(&out);
    page_section_end(&out);
    page_fold(&out, attack);
    page_links_begin(&out);
    page_link(&out, attack, attack, attack);
    page_link(&out, "", attack, attack);
    page_links_end(&out);
    page_fold_end(&out);
    page_picture(&out, (const uint8_t *)"abc", 3, 10, 20, attack);
    page_end(&out, attack);
    (void)text();
    expect_none("<script");
    expect_none("\"onload");
    expect_none("='x'");
    expect_none("\x01");
    expect_none("\x1b");
    expect_none("]]>");
    expect("&lt;script&gt;alert(1)&lt;/script&gt;&quot;onload=&#39;x&#39;&amp;amp;[31m]]&gt;");
    byte_writer_free(&out);
}

Test(page, nothing_comes_from_elsewhere)
{
    out = (struct byte_writer){0};
    page_begin(&out, "A", "b");
    page_end(&out, "c");
    (void)text();
    expect("default-src 'none'");
    expect_none("http://");
    expect_none("https://");
    expect_none("url(");
    expect_none("@import");
    byte_writer_free(&out);
}

Test(page, facts_without_a_value_are_left_out)
{
    out = (struct byte_writer){0};
    page_fact(&out, "server", "");
    page_fact(&out, "mod", NULL);
    page_fact(&out, "level", "dm3");
    cr_expect_str_eq(text(), "<dt>level</dt><dd>dm3</dd>\n");
    byte_writer_free(&out);
}

Test(page, cells)
{
    const struct page_column columns[] = {{"name", "who", false}, {"frags", NULL, true}};
    const char *const cells[] = {"ann", "3"};
    out = (struct byte_writer){0};
    page_table_begin(&out, columns, 2);
    page_table_row(&out, columns, cells, 2, false);
    page_table_end(&out);
    (void)text();
    expect("<th title=\"who\">name</th><th class=\"n\">frags</th>");
    expect("<tr><td>ann</td><td class=\"n\">3</td></tr>");
    byte_writer_free(&out);
}

Test(page, addresses)
{
    out = (struct byte_writer){0};
    page_put_address(&out, "https://x.y/a b&c=\"d#<\xe4.dem");
    cr_expect_str_eq(text(), "https://x.y/a%20b%26c%3D%22d%23%3C%E4.dem");
    byte_writer_free(&out);
}

/* RFC 4648, section 10. */
Test(base64, vectors)
{
    static const char *const vectors[][2] = {{"", ""},
                                             {"f", "Zg=="},
                                             {"fo", "Zm8="},
                                             {"foo", "Zm9v"},
                                             {"foob", "Zm9vYg=="},
                                             {"fooba", "Zm9vYmE="},
                                             {"foobar", "Zm9vYmFy"}};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        out = (struct byte_writer){0};
        base64_put(&out, (const uint8_t *)vectors[i][0], strlen(vectors[i][0]));
        cr_expect_str_eq(text(), vectors[i][1]);
        byte_writer_free(&out);
    }
}
