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
 * audiences. Only audiences that may read both blocks may read a block in another block. If the end comment of a block is missing, the
 * block and the rest of the html are removed.
 *
 * @returns the html without these comments; unchanged if it has none
 */
export function htmlForAudience(html: string, audience: Audience): string {
  if (!html.includes(MARK)) return html;
  let result = '';
  let from = 0;
  /** The blocks that have begun and not ended. `start` is the length of `result` at the beginning of the block. */
  const open: { isReadable: boolean; start: number }[] = [];
  const isReadable = (): boolean => open.at(-1)?.isReadable ?? true;
  for (let mark = html.indexOf(MARK); mark !== -1; mark = html.indexOf(MARK, from)) {
    if (isReadable()) result += html.slice(from, mark);
    const close = html.indexOf(COMMENT_END, mark);
    if (close === -1) return result.slice(0, open[0]?.start);
    from = close + COMMENT_END.length;
    if (html.startsWith(END, mark)) open.pop();
    else {
      const begin = html.slice(mark, from);
      open.push({ isReadable: isReadable() && isFor(audience, begin), start: result.length });
    }
  }
  const [unclosed] = open;
  return unclosed ? result.slice(0, unclosed.start) : result + html.slice(from);
}

/** @param begin the first comment of the block */
function isFor(audience: Audience, begin: string): boolean {
  const [, nonMember, segment = ''] = BEGIN.exec(begin) ?? [];
  if (nonMember === undefined) return false;
  return audience === 'public' ? nonMember === 'true' : segment.split(',').includes(SEGMENTS[audience]);
}
