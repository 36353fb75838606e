import { ValidationError } from '@almanac/errors';

/** The limits of an SVG document. Each limits the time of one step of the sanitization. */
export interface SvgLimits {
  /** The length of the document in UTF-16 units. */
  characters: number;
  /** The number of `&`, which begin character references; the parser decodes each reference separately. */
  references: number;
  /** The number of opening parentheses; the sanitizer checks the function name before each of them. */
  parentheses: number;
  elements: number;
  attributes: number;
  /** The depth of nested elements. */
  depth: number;
}

/** A document that reaches every limit is sanitized in less than 100 ms (ADR 0130). */
export const svgLimits: SvgLimits = {
  characters: 524_288,
  references: 5_000,
  parentheses: 10_000,
  elements: 5_000,
  attributes: 20_000,
  depth: 64,
};
/** UTF-8 needs at most three bytes for a UTF-16 unit. */
const BYTES_PER_CHARACTER = 3;
/** A document with more bytes exceeds the limit of characters. */
export const MAX_SVG_BYTES = svgLimits.characters * BYTES_PER_CHARACTER;
const MAX_ATTRIBUTES_PER_ELEMENT = 200;

/**
 * Checks the limits that need no parsing: characters, references and parentheses.
 * @throws ValidationError
 */
export function assertWithinTextLimits(svg: string, limits: SvgLimits): void {
  if (svg.length > limits.characters) throw tooComplex(`is longer than ${limits.characters} characters`);
  assertAtMost(svg, '&', limits.references, 'character references');
  assertAtMost(svg, '(', limits.parentheses, 'opening parentheses');
}

function assertAtMost(svg: string, character: string, limit: number, noun: string): void {
  let count = 0;
  for (let at = svg.indexOf(character); at !== -1; at = svg.indexOf(character, at + 1)) {
    count += 1;
    if (count > limit) throw tooComplex(`has more than ${limit} ${noun}`);
  }
}

/** Counts elements and attributes during parsing, and throws at the first exceeded limit. */
export class SvgMeter {
  depth = 0;
  elements = 0;
  private attributes = 0;
  private attributesOfElement = 0;

  constructor(private readonly limits: SvgLimits) {}

  addAttribute(): void {
    this.attributes += 1;
    this.attributesOfElement += 1;
    if (this.attributes > this.limits.attributes)
      throw tooComplex(`has more than ${this.limits.attributes} attributes`);
    if (this.attributesOfElement > MAX_ATTRIBUTES_PER_ELEMENT) {
      throw tooComplex(`has an element with more than ${MAX_ATTRIBUTES_PER_ELEMENT} attributes`);
    }
  }

  openElement(): void {
    this.elements += 1;
    this.depth += 1;
    this.attributesOfElement = 0;
    if (this.elements > this.limits.elements) throw tooComplex(`has more than ${this.limits.elements} elements`);
    if (this.depth > this.limits.depth) throw tooComplex(`is nested deeper than ${this.limits.depth} elements`);
  }

  closeElement(): void {
    this.depth -= 1;
  }
}

/** The error for an exceeded limit. @param reason completes the sentence "The SVG document …" */
export function tooComplex(reason: string): ValidationError {
  return new ValidationError('The SVG document is too complex.', { context: `The SVG document ${reason}.` });
}
