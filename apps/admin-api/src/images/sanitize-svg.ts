import { Parser } from 'htmlparser2';
import { assertShortEnough, svgLimits, type SvgLimits, SvgMeter } from './svg-limits';
import { XmlWriter } from './xml-writer';

const SHAPES =
  'svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title desc image';
const PAINT = 'linearGradient radialGradient stop pattern clipPath mask marker filter';
const FILTERS =
  'feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap ' +
  'feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode ' +
  'feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence';
const allowedElements = new Set(`${SHAPES} ${PAINT} ${FILTERS}`.split(' '));
/** Elements whose content is no drawing: it goes with them. The content of any other unknown element stays. */
const removedWhole = new Set('script style foreignObject iframe audio video metadata'.split(' '));

const NAMESPACES: [name: string, value: string][] = [
  ['xmlns', 'http://www.w3.org/2000/svg'],
  ['xmlns:xlink', 'http://www.w3.org/1999/xlink'],
];
/** The only names with a prefix that stay; whatever prefix a document binds to a namespace of its own goes. */
const allowedPrefixed = new Set(['xlink:href', 'xml:space', 'xml:lang']);
const PLAIN_NAME = /^[a-z_][\w.-]*$/i;
/** Where a drawing may point: into itself, or to a picture it carries along. */
const OWN_REFERENCE = /^(#|data:image\/(png|jpeg|gif|webp);base64,)/i;
const REFERENCE = /^(?:xlink:)?href$/i;
const REMOVED_NAME = /^(?:on|xmlns$)/i;
/** Text for people, in which brackets are brackets. */
const DESCRIPTIVE = /^(?:aria-|data-|alt$|title$)/i;
/** Without any of these a value is no function, no address and no escape. */
const MAY_ACT = /[(\\@:]|\/\*/;
const REFERENCES_OUTSIDE = /url\(\s*(?!['"]?#)|expression|@import|javascript:|\\|\/\*/i;
const FUNCTION_NAME = /([\w-]*)\s*$/;
/** Longer than the name of any function that is allowed. */
const NAME_LENGTH = 32;
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
 * A drawing without anything that acts: no scripts, no handlers, no foreign markup, no addresses outside of itself. It is
 * written anew from the elements and attributes that are allowed, in the namespaces of SVG and XLink under their usual prefixes.
 * Reading ends where a limit is passed.
 *
 * @param svg the text of an SVG document
 * @returns an SVG document; empty when nothing of it is left
 * @throws ValidationError when the document passes one of the limits
 */
export function sanitizeSvg(svg: string, limits: SvgLimits = svgLimits): string {
  assertShortEnough(svg, limits);
  const sanitizer = new SvgSanitizer(new SvgMeter(limits));
  const parser = new Parser(sanitizer, { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false });
  parser.end(svg);
  return sanitizer.text.trim();
}

/** Receives the parser's events; what it writes is balanced because the parser closes what the document leaves open. */
class SvgSanitizer {
  private readonly writer = new XmlWriter();
  /** The depth of the element that goes with its content. */
  private removedFrom = Infinity;

  constructor(private readonly meter: SvgMeter) {}

  get text(): string {
    return this.writer.text;
  }

  onattribute(): void {
    this.meter.attribute();
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    this.meter.open();
    const { depth, elements } = this.meter;
    if (depth > this.removedFrom) return;
    const isSecondRoot = depth === 1 && elements > 1;
    if (removedWhole.has(localName(name)) || isSecondRoot) this.removedFrom = depth;
    else if (allowedElements.has(name))
      this.writer.open(name, elements === 1 ? [...NAMESPACES, ...harmless(attributes)] : harmless(attributes));
  }

  onclosetag(name: string): void {
    const { depth } = this.meter;
    if (depth < this.removedFrom && allowedElements.has(name)) this.writer.close(name);
    if (depth === this.removedFrom) this.removedFrom = Infinity;
    this.meter.close();
  }

  ontext(text: string): void {
    if (this.meter.depth > 0 && this.meter.depth < this.removedFrom) this.writer.write(text);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function harmless(attributes: Record<string, string>): [name: string, value: string][] {
  return Object.entries(attributes).filter(([name, value]) => isHarmless(name, value));
}

function isHarmless(name: string, value: string): boolean {
  if (!(PLAIN_NAME.test(name) || allowedPrefixed.has(name)) || REMOVED_NAME.test(name)) return false;
  if (REFERENCE.test(name)) return OWN_REFERENCE.test(value);
  if (!MAY_ACT.test(value) || DESCRIPTIVE.test(name)) return true;
  return !REFERENCES_OUTSIDE.test(value) && hasAllowedFunctions(value);
}

function hasAllowedFunctions(value: string): boolean {
  for (let at = value.indexOf('('); at !== -1; at = value.indexOf('(', at + 1)) {
    const name = FUNCTION_NAME.exec(value.slice(Math.max(0, at - NAME_LENGTH), at))?.[1] ?? '';
    if (!allowedFunctions.has(name.toLowerCase())) return false;
  }
  return true;
}
