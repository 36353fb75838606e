/** The width of the content in pixels. */
export const CONTENT_WIDTH = 600;

const DARK_TEXT = '#15171b';
const DEFAULT_ACCENT = DARK_TEXT;
const HEX_COLOUR = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;
const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The accent colour of the site; a default colour if the site has none, or a value that is not a hexadecimal colour. */
export function accentOf(colour: string | null): string {
  return colour !== null && HEX_COLOUR.test(colour) ? colour : DEFAULT_ACCENT;
}

/** A colour with a higher relative luminance (WCAG 2.2) has a contrast of less than 3 to 1 with white. */
const MAX_LUMINANCE = 0.3;

/** Whether a hexadecimal colour of three or six digits has a luminance above {@link MAX_LUMINANCE}. */
function isLight(hex: string): boolean {
  const digits = hex.length === 4 ? hex.replace(/[\da-f]/gi, '$&$&') : hex;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const channel = Number.parseInt(digits.slice(from, from + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > MAX_LUMINANCE;
}

/**
 * The rules that are copied into the `style` attributes. There are few rules, because each matching element gets its own copy.
 * @param accent a hexadecimal colour
 */
export function inlinedStyles(accent: string): string {
  const [link, buttonText] = isLight(accent) ? [DARK_TEXT, DARK_TEXT] : [accent, '#ffffff'];
  return `
p { margin: 0 0 20px; }
h1, h2, h3, h4, h5, h6 { margin: 28px 0 12px; line-height: 1.25; color: #15171b; }
h2 { font-size: 26px; } h3 { font-size: 21px; } h4 { font-size: 18px; }
a { color: ${link}; text-decoration: underline; }
img { display: block; max-width: 100%; height: auto; border: 0; }
figure { margin: 0 0 20px; }
figcaption { margin: 8px 0 0; font-size: 14px; color: #5c6770; text-align: center; }
.caption { margin: 4px 0 12px; font-size: 14px; color: #5c6770; }
ul, ol { margin: 0 0 20px; padding-left: 24px; }
li { margin: 0 0 8px; }
blockquote { margin: 0 0 20px; padding: 0 0 0 16px; border-left: 3px solid ${accent}; }
pre { margin: 0 0 20px; padding: 12px; background: #f3f5f6; font-size: 14px; white-space: pre-wrap; word-wrap: break-word; }
code { font-family: Menlo, Consolas, monospace; font-size: 14px; }
hr { margin: 28px 0; border: 0; border-top: 1px solid #e1e6e8; }
.box { margin: 0 0 20px; border: 1px solid #e1e6e8; border-radius: 4px; table-layout: fixed; }
.box td { padding: 12px; }
.box-label { margin: 0; font-weight: 600; }
.below { margin: 8px 0 0; }
.box .toggle { padding: 12px 12px 0; } .toggle-heading { margin: 0 0 8px; }
.callout { margin: 0 0 20px; background: #f3f5f6; border-radius: 4px; }
.callout td { padding: 12px 16px; }
.gallery { margin: 0 0 4px; } .gallery-end { margin: 0 0 20px; }
.cell { padding: 2px; }
.center { text-align: center; }
.button { display: inline-block; padding: 12px 22px; border-radius: 5px; background: ${accent}; color: ${buttonText}; font-weight: 600; text-decoration: none; }
.content { padding: 24px 20px; font-family: ${FONT}; font-size: 17px; line-height: 1.6; color: #25292c; word-break: break-word; }
.site { margin: 0 0 20px; font-size: 15px; font-weight: 600; text-align: center; }
.site a { color: #15171b; text-decoration: none; }
.title { margin: 0 0 12px; font-size: 32px; line-height: 1.2; color: #15171b; }
.title a { color: #15171b; text-decoration: none; }
.byline { margin: 0 0 24px; font-size: 14px; color: #5c6770; }
.upgrade { margin: 28px 0; padding: 24px 24px 4px; background: #f3f5f6; border-radius: 4px; text-align: center; }
.footer { padding: 20px; text-align: center; border-top: 1px solid #e1e6e8; font-family: ${FONT}; font-size: 13px; line-height: 1.5; color: #5c6770; }
.footer a { color: #5c6770; }`;
}

/** The rules in the head of the document. `style` attributes cannot contain media queries, and an html fragment has no `body`. */
export const HEAD_STYLES = `
body { margin: 0; padding: 0; -webkit-text-size-adjust: 100%; }
@media (max-width: 480px) { .content { padding: 16px 14px !important; } .title { font-size: 26px !important; } .gallery td, .gallery-end td { display: block !important; width: auto !important; } .gallery img, .gallery-end img { width: 100% !important; } }
@media (prefers-color-scheme: dark) {
  body, .outer { background: #15171b !important; }
  .content { color: #e6e9eb !important; }
  .content a { color: #9ecbff !important; }
  h1, h2, h3, h4, h5, h6, .title, .content .title a, .content .site a, .content .box-label a { color: #ffffff !important; }
  .content a.button { background: #e6e9eb !important; color: #15171b !important; }
  blockquote { border-color: #abb4ba !important; }
  .callout, .upgrade, pre { background: #25292c !important; color: #e6e9eb !important; }
  .box, hr, .footer { border-color: #3a4247 !important; }
  .footer, .footer a, .byline, .caption, figcaption { color: #abb4ba !important; }
}`;
