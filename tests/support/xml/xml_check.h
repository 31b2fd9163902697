/* A small check of XML: elements that nest, attributes in quotes, known references. */
#ifndef TESTS_SUPPORT_XML_XML_CHECK_H
#define TESTS_SUPPORT_XML_XML_CHECK_H

/* "" if the text is one well-formed element, perhaps after an XML declaration; else what is wrong.
 * Comments, CDATA and document types count as wrong: nothing of ours writes them. */
const char *xml_check(const char *text);

#endif
