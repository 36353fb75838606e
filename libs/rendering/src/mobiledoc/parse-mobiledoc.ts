import { ValidationError } from '@almanac/errors';
import { ATOM_MARKER, CARD_SECTION, LIST_SECTION, MARKUP_SECTION } from './type-numbers';

/**
 * A mobiledoc with a valid structure. The payloads of its cards are not checked.
 */
export interface Mobiledoc {
  version: string;
  /** The version of Ghost that wrote the document. Versions before 4.0 did not write this field. */
  ghostVersion?: unknown;
  markups?: unknown[];
  atoms?: unknown[];
  cards?: unknown[];
  sections: unknown[][];
}

const VERSIONS = new Set(['0.3.0', '0.3.1', '0.3.2']);
/** Limits the recursion of all functions that process a document. Documents of editors are far less deep. */
export const MAX_JSON_DEPTH = 200;
const MAX_OPEN_MARKUPS = 100;

/** The document of a post without content, serialized. */
export const BLANK_MOBILEDOC =
  '{"version":"0.3.1","markups":[],"atoms":[],"cards":[],"sections":[[1,"p",[[0,[],0,""]]]]}';

/**
 * Parses a serialized mobiledoc.
 *
 * @param dataPath the path of the document in the request body, for the details of the error, e.g. `.posts[0].mobiledoc`
 * @throws ValidationError. If the text is not JSON, the error has the details of a schema error. If the document is nested too deeply, or
 * is not a mobiledoc of a known version, the message is "Invalid mobiledoc structure."
 */
export function parseMobiledoc(source: string, dataPath = '.posts[0].mobiledoc'): Mobiledoc {
  const document = parseJson(source, dataPath);
  if (!isMobiledoc(document)) throw invalidStructure();
  return document;
}

/** As {@link parseMobiledoc}, but returns undefined for an invalid document. Some were stored before the current checks existed. */
export function parseMobiledocOrUndefined(source: string): Mobiledoc | undefined {
  try {
    return parseMobiledoc(source);
  } catch (error) {
    if (error instanceof ValidationError) return undefined;
    throw error;
  }
}

/** The error for JSON that cannot be rendered as mobiledoc. */
export function invalidStructure(cause?: unknown): ValidationError {
  return new ValidationError('Invalid mobiledoc structure.', {
    help: 'https://ghost.org/docs/concepts/posts/',
    cause,
  });
}

function parseJson(source: string, dataPath: string): unknown {
  if (depthOf(source) > MAX_JSON_DEPTH) throw invalidStructure();
  try {
    return JSON.parse(source);
  } catch (cause) {
    throw new ValidationError("Validation failed for 'mobiledoc'", {
      property: 'mobiledoc',
      details: [
        {
          keyword: 'format',
          dataPath,
          schemaPath: '#/properties/mobiledoc/format',
          params: { format: 'json-string' },
          message: 'should match format "json-string"',
        },
      ],
      cause,
    });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** The nesting depth of arrays and objects in JSON, without parsing. */
export function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) inString = !inString;
    else if (inString) index += code === BACKSLASH ? 1 : 0;
    else if (code === OPENING_BRACKET || code === OPENING_BRACE) deepest = Math.max(deepest, (depth += 1));
    else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) depth -= 1;
  }
  return deepest;
}

function isMobiledoc(value: unknown): value is Mobiledoc {
  if (typeof value !== 'object' || value === null) return false;
  const { version, markups, atoms, cards, sections }: Partial<Record<keyof Mobiledoc, unknown>> = value;
  return (
    typeof version === 'string' &&
    VERSIONS.has(version) &&
    [markups, atoms, cards].every((list) => list === undefined || isListOfLists(list)) &&
    isListOfLists(sections) &&
    sections.every(isSection)
  );
}

function isListOfLists(value: unknown): value is unknown[][] {
  return Array.isArray(value) && value.every((item) => Array.isArray(item));
}

/** The second element of a section is the name of its tag or, for a card, the index of the card. */
function isSection([type, tagOrCard, content]: unknown[]): boolean {
  if (type === MARKUP_SECTION) return isMarkers(content);
  if (type === LIST_SECTION) return Array.isArray(content) && content.every(isMarkers);
  return type !== CARD_SECTION || isIndex(tagOrCard);
}

/**
 * Whether a reference to a card, an atom or a markup is a non-negative integer. The renderer also accepts "0" and [0] as 0. With such
 * references a document could render one card several times, although `assertRenderable` permits only one reference to each card.
 */
function isIndex(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

/** Whether a value is a list of markers that close no more markups than are open. */
function isMarkers(value: unknown): boolean {
  if (!isListOfLists(value)) return false;
  let open = 0;
  for (const [type, opened, closed, content] of value) {
    if (!Array.isArray(opened) || !opened.every(isIndex) || !Number.isInteger(closed)) return false;
    if (type === ATOM_MARKER && !isIndex(content)) return false;
    open += opened.length;
    if (open > MAX_OPEN_MARKUPS || Number(closed) > open || Number(closed) < 0) return false;
    open -= Number(closed);
  }
  return true;
}
