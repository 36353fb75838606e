/** A kind of image that is accepted: the ending it is stored under, other endings it may come with, its media type. */
export interface ImageType {
  extension: string;
  aliases: readonly string[];
  mimeType: string;
}

/** Every kind there is; nothing else is stored or served. */
const imageTypes: readonly ImageType[] = [
  { extension: '.jpg', aliases: ['.jpeg'], mimeType: 'image/jpeg' },
  { extension: '.png', aliases: [], mimeType: 'image/png' },
  { extension: '.gif', aliases: [], mimeType: 'image/gif' },
  { extension: '.webp', aliases: [], mimeType: 'image/webp' },
  { extension: '.avif', aliases: [], mimeType: 'image/avif' },
  { extension: '.ico', aliases: [], mimeType: 'image/x-icon' },
  { extension: '.svg', aliases: ['.svgz'], mimeType: 'image/svg+xml' },
];

export const imageExtensions: readonly string[] = imageTypes.flatMap(({ extension, aliases }) => [
  extension,
  ...aliases,
]);

/** How the files of a kind begin. */
const signatures: readonly { extension: string; at: number; bytes: string }[] = [
  { extension: '.jpg', at: 0, bytes: '\xff\xd8\xff' },
  { extension: '.png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { extension: '.gif', at: 0, bytes: 'GIF87a' },
  { extension: '.gif', at: 0, bytes: 'GIF89a' },
  { extension: '.webp', at: 8, bytes: 'WEBPVP8' },
  { extension: '.avif', at: 4, bytes: 'ftypavif' },
  { extension: '.avif', at: 4, bytes: 'ftypavis' },
  { extension: '.ico', at: 0, bytes: '\0\0\x01\0' },
];

const SVG_START =
  /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*)*(?:<!DOCTYPE\s+svg[^>[]*>\s*)?<svg[\s/>]/i;
/** Where the root element of a drawing has begun by, prologue and comments included. */
const SVG_PROLOGUE_BYTES = 4096;

/** The kind of image that an ending names. */
export function typeOfExtension(extension: string): ImageType | undefined {
  return imageTypes.find((type) => type.extension === extension || type.aliases.includes(extension));
}

/** The kind of image that the bytes are, whatever anybody says about them; undefined for everything that is none. */
export function typeOfBytes(bytes: Buffer): ImageType | undefined {
  const signature = signatures.find(
    ({ at, bytes: start }) => bytes.toString('latin1', at, at + start.length) === start,
  );
  return typeOfExtension(signature?.extension ?? (isSvg(bytes) ? '.svg' : ''));
}

function isSvg(bytes: Buffer): boolean {
  return SVG_START.test(bytes.toString('utf8', 0, SVG_PROLOGUE_BYTES));
}
