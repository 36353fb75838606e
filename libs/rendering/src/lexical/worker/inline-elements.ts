/**
 * Elements that are no part of a line of text here, as upper-case names: those that interrupt a line, and those that only cards contain.
 */
const NOT_INLINE = new Set(
  (
    'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION CENTER COL COLGROUP DD DETAILS DIALOG DIR DIV DL DT FIELDSET FIGCAPTION FIGURE ' +
    'FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HGROUP HR LEGEND LI MAIN MENU NAV OL OPTGROUP OPTION P PRE SEARCH SECTION SUMMARY ' +
    'TABLE TBODY TD TFOOT TH THEAD TR UL ' +
    'AUDIO BUTTON CANVAS EMBED IFRAME INPUT MATH NOSCRIPT OBJECT SCRIPT SELECT STYLE SVG TEMPLATE TEXTAREA VIDEO'
  ).split(' '),
);

/** Whether an element can be in a line of text together with its neighbours. */
export function isInline({ nodeName }: Element): boolean {
  return !NOT_INLINE.has(nodeName.toUpperCase());
}

/**
 * Makes lexical keep the spaces around inline elements that it does not know, such as `small`. Lexical checks only the property `style`
 * of an element, so this function replaces this property. An attribute `style` would become part of captions and html cards. Elements
 * with attributes are not marked: the conversion puts them into an html card, which keeps their attributes.
 */
export function markInlineElements(body: Element): void {
  for (const element of body.querySelectorAll('*')) {
    if (element.attributes.length > 0 || !isInline(element)) continue;
    Object.defineProperty(element, 'style', { value: { display: 'inline' } });
  }
}
