import { decodeHTML } from 'entities';

/**
 * The text between the tags of html, for html that would take a parser too long. Takes linear time. It is not exact: a tag ends at the next
 * `>`, also inside an attribute.
 */
export function textWithoutTags(html: string): string {
  const texts: string[] = [];
  let from = 0;
  for (let open = html.indexOf('<'); open !== -1; open = html.indexOf('<', from)) {
    const close = html.indexOf('>', open);
    if (close === -1) break;
    texts.push(html.slice(from, open));
    from = close + 1;
  }
  texts.push(html.slice(from));
  return decodeHTML(texts.join(' ')).trim();
}
