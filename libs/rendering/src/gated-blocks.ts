/** Readers with the same rights: visitors without a membership, free members, or paying members. */
export type Audience = 'public' | 'member' | 'paid';

const MARK = '<!--kg-gated-block:';
const COMMENT_END = '-->';
const END = '<!--kg-gated-block:end-->';
const BEGIN = /^<!--kg-gated-block:begin nonMember:(true|false) memberSegment:"([^"]*)" -->/;
/** The member segments of Ghost; `status:-free` are the paying members. */
const SEGMENTS = { member: 'status:free', paid: 'status:-free' } as const;

/**
 * Removes the gated blocks that the audience may not read. The renderer of Ghost 5 writes a card for certain audiences between two
 * comments, and the first comment names the audiences. If it does not name them in the known form, the block is removed for all
 * audiences. If the end comment is missing, the rest of the html is removed.
 *
 * @returns the html without these comments; unchanged if it has none
 */
export function htmlForAudience(html: string, audience: Audience): string {
  if (!html.includes(MARK)) return html;
  let result = '';
  let from = 0;
  for (let mark = html.indexOf(MARK); mark !== -1; mark = html.indexOf(MARK, from)) {
    result += html.slice(from, mark);
    if (html.startsWith(END, mark)) {
      from = mark + END.length;
      continue;
    }
    const close = html.indexOf(COMMENT_END, mark);
    const end = html.indexOf(END, mark);
    if (close === -1 || end === -1) return result;
    const contentStart = close + COMMENT_END.length;
    if (isFor(audience, html.slice(mark, contentStart))) result += html.slice(contentStart, end);
    from = end + END.length;
  }
  return result + html.slice(from);
}

/** @param begin the first comment of the block */
function isFor(audience: Audience, begin: string): boolean {
  const [, nonMember, segment = ''] = BEGIN.exec(begin) ?? [];
  if (nonMember === undefined) return false;
  return audience === 'public' ? nonMember === 'true' : segment.split(',').includes(SEGMENTS[audience]);
}
