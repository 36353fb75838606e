import sanitizeHtml from 'sanitize-html';

const SHAPES =
  'svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title desc image';
const PAINT = 'linearGradient radialGradient stop pattern clipPath mask marker filter';
const FILTERS =
  'feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap ' +
  'feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode ' +
  'feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence';
const allowedTags = `${SHAPES} ${PAINT} ${FILTERS}`.split(' ');

/** Where a drawing may point: into itself, or to a picture it carries along. */
const OWN_REFERENCE = /^(#|data:image\/(png|jpeg|gif|webp);base64,)/i;
const REFERENCES_OUTSIDE = /url\(\s*(?!['"]?#)|expression|@import|javascript:/i;

/**
 * A drawing without anything that acts: no scripts, no handlers, no foreign markup, no addresses outside of itself.
 *
 * @param svg the text of an SVG document
 * @returns an SVG document; empty when nothing of it is left
 */
export function sanitizeSvg(svg: string): string {
  return sanitizeHtml(svg, {
    allowedTags,
    allowedAttributes: false,
    allowVulnerableTags: false,
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    transformTags: { '*': (tagName, attributes) => ({ tagName, attribs: harmless(attributes) }) },
  }).trim();
}

function harmless(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name, value]) => {
      if (/^on/i.test(name) || /^xml:base$/i.test(name)) return false;
      if (/^(xlink:)?href$/i.test(name)) return OWN_REFERENCE.test(value);
      return /^xmlns(:|$)/.test(name) || !REFERENCES_OUTSIDE.test(value);
    }),
  );
}
