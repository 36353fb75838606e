import { ValidationError } from '@almanac/errors';

/** A content line of RFC 5545 §3.1 without folds. */
export interface ContentLine {
  /** The name of the property in upper case. */
  name: string;
  /** The whole line, with the name of the property and without NUL characters. */
  text: string;
}

/** A component of an iCalendar file (RFC 5545 §3.6). Its properties are not parsed yet. */
export interface Component {
  /** In upper case, e.g. `VEVENT`. */
  name: string;
  /** The line of the file at which it begins, from 1. */
  line: number;
  contentLines: ContentLine[];
  components: Component[];
  /** The numbers of the lines directly inside it that are not content lines. */
  brokenLines: number[];
}

export interface FileLimits {
  /** The maximum number of components in the file, including calendars and nested components. */
  maxComponents: number;
}

/** A line of the file without folds. */
interface FileLine {
  /** The number of its first line in the file, from 1. */
  line: number;
  text: string;
}

const LINE_END = /\r\n|\n|\r/;
// PostgreSQL cannot store NUL.
const NUL = /\0/g;
const NOT_ASCII = /[\x80-\xff]/;
const PROPERTY_NAME = /^([A-Za-z0-9-]+)[;:]/;
const BEGIN_OR_END = /^(BEGIN|END):\s*([A-Za-z0-9-]+)\s*$/i;
const BYTE_ORDER_MARK = '\xef\xbb\xbf';
/** The maximum depth of nested components: VCALENDAR, VEVENT, VALARM, and one more level. */
const MAX_DEPTH = 4;

function invalidFile(message: string): ValidationError {
  return new ValidationError(message, { property: 'ics' });
}

/**
 * Joins folded lines. A fold can lie between the bytes of one character (RFC 5545 §3.1), so this happens before decoding.
 * @param latin1 the bytes of the file, each as one character
 */
function unfold(latin1: string): FileLine[] {
  const unfolded: { line: number; parts: string[] }[] = [];
  for (const [index, text] of latin1.split(LINE_END).entries()) {
    const previous = unfolded.at(-1);
    if (previous && (text.startsWith(' ') || text.startsWith('\t'))) previous.parts.push(text.slice(1));
    else if (text !== '') unfolded.push({ line: index + 1, parts: [text] });
  }
  return unfolded.map(({ line, parts }) => ({ line, text: parts.join('') }));
}

function decodeUtf8(text: string, decoder: TextDecoder): string {
  if (!NOT_ASCII.test(text)) return text;
  try {
    return decoder.decode(Buffer.from(text, 'latin1'));
  } catch (error) {
    throw new ValidationError('The file is not UTF-8 text.', { property: 'ics', cause: error });
  }
}

/**
 * Builds the tree of components from the lines of a file. Its methods throw a ValidationError for lines in a wrong order, and for too many
 * or too deeply nested components.
 */
class ComponentTree {
  readonly roots: Component[] = [];
  private readonly open: Component[] = [];
  private count = 0;

  constructor(private readonly limits: FileLimits) {}

  begin(name: string, line: number): void {
    const parent = this.open.at(-1);
    if (!parent && name !== 'VCALENDAR') throw invalidFile(`Line ${line}: a calendar begins with BEGIN:VCALENDAR.`);
    if (this.open.length >= MAX_DEPTH) throw invalidFile(`Line ${line}: components are nested too deeply.`);
    this.count += 1;
    if (this.count > this.limits.maxComponents) {
      throw invalidFile(`A file has at most ${this.limits.maxComponents.toLocaleString('en')} components.`);
    }
    const component = { name, line, contentLines: [], components: [], brokenLines: [] };
    (parent ? parent.components : this.roots).push(component);
    this.open.push(component);
  }

  end(name: string, line: number): void {
    if (this.open.pop()?.name !== name) throw invalidFile(`Line ${line}: END:${name} stands where no ${name} can end.`);
  }

  add(line: number, text: string): void {
    const component = this.open.at(-1);
    const name = PROPERTY_NAME.exec(text)?.[1]?.toUpperCase();
    if (!component) throw invalidFile(`Line ${line}: a calendar begins with BEGIN:VCALENDAR.`);
    if (name === undefined) component.brokenLines.push(line);
    else component.contentLines.push({ name, text: text.replaceAll(NUL, '') });
  }

  assertComplete(): void {
    if (this.roots.length === 0) throw invalidFile('The file has no calendar: it must contain BEGIN:VCALENDAR.');
    if (this.open.length > 0) throw invalidFile('The file is not complete: the last component does not end.');
  }
}

/**
 * The VCALENDAR components of an iCalendar file. Lines can end with CRLF, LF or CR, and the file can begin with a byte order mark.
 * @throws ValidationError when the file is not UTF-8, is not complete, is not a calendar, or exceeds a limit
 */
export function readComponents(bytes: Uint8Array, limits: FileLimits): Component[] {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const tree = new ComponentTree(limits);
  for (const { line, text } of unfold(latin1.startsWith(BYTE_ORDER_MARK) ? latin1.slice(3) : latin1)) {
    const decoded = decodeUtf8(text, decoder);
    if (decoded.trim() === '') continue;
    const [, keyword, name = ''] = BEGIN_OR_END.exec(decoded) ?? [];
    if (keyword === undefined) tree.add(line, decoded);
    else if (keyword.toUpperCase() === 'BEGIN') tree.begin(name.toUpperCase(), line);
    else tree.end(name.toUpperCase(), line);
  }
  tree.assertComplete();
  return tree.roots;
}
