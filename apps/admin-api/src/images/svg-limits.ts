import { ValidationError } from '@almanac/errors';

/** How large a drawing may be in every respect that costs time to read. */
export interface SvgLimits {
  /** UTF-16 units of the document. */
  characters: number;
  /** Character references: each is decoded by itself. */
  references: number;
  /** Opening brackets: in attributes each is checked for the function before it. */
  brackets: number;
  elements: number;
  attributes: number;
  /** Elements open at once. */
  depth: number;
}

/** A drawing within all of them is sanitized in less than 100 ms (ADR 0130). */
export const svgLimits: SvgLimits = {
  characters: 524_288,
  references: 5_000,
  brackets: 10_000,
  elements: 5_000,
  attributes: 20_000,
  depth: 64,
};
/** UTF-8 needs at most three bytes for a UTF-16 unit. */
const BYTES_PER_CHARACTER = 3;
/** No document of more bytes is within the limits. */
export const MAX_SVG_BYTES = svgLimits.characters * BYTES_PER_CHARACTER;
const MAX_ATTRIBUTES_OF_AN_ELEMENT = 200;

/**
 * Checks what can be counted before a document is parsed.
 * @throws ValidationError
 */
export function assertShortEnough(svg: string, limits: SvgLimits): void {
  if (svg.length > limits.characters) throw tooComplex(`is longer than ${limits.characters} characters`);
  assertFewer(svg, '&', limits.references, 'character references');
  assertFewer(svg, '(', limits.brackets, 'brackets');
}

function assertFewer(svg: string, character: string, most: number, what: string): void {
  let count = 0;
  for (let at = svg.indexOf(character); at !== -1; at = svg.indexOf(character, at + 1)) {
    count += 1;
    if (count > most) throw tooComplex(`has more than ${most} ${what}`);
  }
}

/** Counts elements and attributes as they are parsed, so that parsing ends where a limit is passed. */
export class SvgMeter {
  depth = 0;
  elements = 0;
  private attributes = 0;
  private attributesOfElement = 0;

  constructor(private readonly limits: SvgLimits) {}

  attribute(): void {
    this.attributes += 1;
    this.attributesOfElement += 1;
    if (this.attributes > this.limits.attributes)
      throw tooComplex(`has more than ${this.limits.attributes} attributes`);
    if (this.attributesOfElement > MAX_ATTRIBUTES_OF_AN_ELEMENT) {
      throw tooComplex(`has an element with more than ${MAX_ATTRIBUTES_OF_AN_ELEMENT} attributes`);
    }
  }

  open(): void {
    this.elements += 1;
    this.depth += 1;
    this.attributesOfElement = 0;
    if (this.elements > this.limits.elements) throw tooComplex(`has more than ${this.limits.elements} elements`);
    if (this.depth > this.limits.depth) throw tooComplex(`is nested deeper than ${this.limits.depth} elements`);
  }

  close(): void {
    this.depth -= 1;
  }
}

/** The error for a drawing that passes a limit; `what` completes "The SVG document …". */
export function tooComplex(what: string): ValidationError {
  return new ValidationError('The drawing is too complex.', { context: `The SVG document ${what}.` });
}
