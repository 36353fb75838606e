import { Parser } from 'htmlparser2';
import { assertWithinTextLimits, svgLimits, type SvgLimits, SvgMeter } from './svg-limits';
import { XmlWriter } from './xml-writer';

const SHAPES =
  'svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title desc image';
const PAINT = 'linearGradient radialGradient stop pattern clipPath mask marker filter';
const FILTERS =
  'feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap ' +
  'feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode ' +
  'feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence';
const allowedElements = new Set(`${SHAPES} ${PAINT} ${FILTERS}`.split(' '));
/** Elements that are removed with their content. Of other elements that are not allowed, only the tags are removed. */
const removedWithContent = new Set('script style foreignObject iframe audio video metadata'.split(' '));

const NAMESPACES: [name: string, value: string][] = [
  ['xmlns', 'http://www.w3.org/2000/svg'],
  ['xmlns:xlink', 'http://www.w3.org/1999/xlink'],
];
/** The only allowed attributes with a prefix. A document could bind other prefixes to the namespace of XLink. */
const allowedPrefixed = new Set(['xlink:href', 'xml:space', 'xml:lang']);
const PLAIN_NAME = /^[a-z_][\w.-]*$/i;
/** The allowed references: to an element of the document, or to an embedded bitmap. */
const OWN_REFERENCE = /^(#|data:image\/(png|jpeg|gif|webp);base64,)/i;
const REFERENCE = /^(?:xlink:)?href$/i;
/** Event handlers, and the namespace, which the sanitizer declares itself. */
const REMOVED_NAME = /^(?:on|xmlns$)/i;
/** Attributes with plain text, in which `(` does not begin the arguments of a function. */
const DESCRIPTIVE = /^(?:aria-|data-|alt$|id$|title$)/i;
/** A value without any of these contains no function, escape or comment, and no URL with a protocol. */
const NEEDS_CHECK = /[(\\@:]|\/\*/;
/** References to other documents, scripts, and the escapes and comments that could hide them. */
const FORBIDDEN_IN_VALUE = /url\((?!\s*['"]?#)|expression|@import|javascript:|\\|\/\*/i;
/** The function name at the end of the text before a `(`. */
const FUNCTION_NAME = /([\w-]*)\s*$/;
/** The end of the text before a `(` that groups terms, as in `calc((1px + 2px) * 2)`. */
const BEFORE_GROUP = /(?:[(,+*/]|\s-)\s*$/;
/** The number of characters before a `(` in which the function name is searched; more than the longest allowed name has. */
const MAX_NAME_LENGTH = 32;
const allowedFunctions = new Set(
  (
    'url rgb rgba hsl hsla hwb lab lch oklab oklch color matrix matrix3d translate translateX translateY translate3d scale ' +
    'scaleX scaleY scale3d rotate rotateX rotateY rotateZ rotate3d skew skewX skewY calc min max clamp var cubic-bezier steps ' +
    'blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia circle ellipse inset polygon path'
  )
    .toLowerCase()
    .split(' '),
);

/**
 * Rewrites an SVG document with only the allowed elements and attributes (ADR 0130). The result has no scripts, event handlers,
 * elements of other formats or references to other files. It declares the namespaces of SVG and XLink with their usual prefixes.
 * @returns the sanitized document; empty when its root element is not `svg`
 * @throws ValidationError as soon as the document exceeds a limit
 */
export function sanitizeSvg(svg: string, limits: SvgLimits = svgLimits): string {
  assertWithinTextLimits(svg, limits);
  const sanitizer = new SvgSanitizer(new SvgMeter(limits));
  const parser = new Parser(sanitizer, { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false });
  parser.end(svg);
  return sanitizer.text.trim();
}

/** Handles the parser's events. The output is well formed, because the parser closes elements that the document leaves open. */
class SvgSanitizer {
  private readonly writer = new XmlWriter();
  /** The depth of the element that is being removed with its content; Infinity while no element is removed. */
  private removedDepth = Infinity;

  constructor(private readonly meter: SvgMeter) {}

  get text(): string {
    return this.writer.text;
  }

  onattribute(): void {
    this.meter.addAttribute();
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    this.meter.openElement();
    const { depth, elements } = this.meter;
    if (depth > this.removedDepth) return;
    const isRoot = depth === 1 && elements === 1 && name === 'svg';
    if (removedWithContent.has(localName(name)) || (depth === 1 && !isRoot)) {
      this.removedDepth = depth;
    } else if (allowedElements.has(name)) {
      const namespaces = isRoot ? NAMESPACES : [];
      this.writer.open(name, [...namespaces, ...allowedAttributes(attributes)]);
    }
  }

  onclosetag(name: string): void {
    const { depth } = this.meter;
    if (depth < this.removedDepth && allowedElements.has(name)) this.writer.close(name);
    if (depth === this.removedDepth) this.removedDepth = Infinity;
    this.meter.closeElement();
  }

  ontext(text: string): void {
    if (this.meter.depth > 0 && this.meter.depth < this.removedDepth) this.writer.write(text);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function allowedAttributes(attributes: Record<string, string>): [name: string, value: string][] {
  return Object.entries(attributes).filter(([name, value]) => isAllowedAttribute(name, value));
}

function isAllowedAttribute(name: string, value: string): boolean {
  if (!(PLAIN_NAME.test(name) || allowedPrefixed.has(name)) || REMOVED_NAME.test(name)) return false;
  if (REFERENCE.test(name)) return OWN_REFERENCE.test(value);
  if (!NEEDS_CHECK.test(value) || DESCRIPTIVE.test(name)) return true;
  return !FORBIDDEN_IN_VALUE.test(value) && hasAllowedFunctions(value);
}

function hasAllowedFunctions(value: string): boolean {
  for (let at = value.indexOf('('); at !== -1; at = value.indexOf('(', at + 1)) {
    const before = value.slice(Math.max(0, at - MAX_NAME_LENGTH), at);
    if (BEFORE_GROUP.test(before)) continue;
    const name = FUNCTION_NAME.exec(before)?.[1] ?? '';
    if (!allowedFunctions.has(name.toLowerCase())) return false;
  }
  return true;
}
