/** An accepted image format: its usual extension, other extensions of uploads, and the media type. */
export interface ImageType {
  extension: string;
  aliases: readonly string[];
  mimeType: string;
}

/** All accepted formats. Other files are neither stored nor served as images. */
const imageTypes: readonly ImageType[] = [
  { extension: '.jpg', aliases: ['.jpeg'], mimeType: 'image/jpeg' },
  { extension: '.png', aliases: [], mimeType: 'image/png' },
  { extension: '.gif', aliases: [], mimeType: 'image/gif' },
  { extension: '.webp', aliases: [], mimeType: 'image/webp' },
  { extension: '.avif', aliases: [], mimeType: 'image/avif' },
  { extension: '.ico', aliases: [], mimeType: 'image/x-icon' },
  { extension: '.svg', aliases: ['.svgz'], mimeType: 'image/svg+xml' },
];

/** The extensions of the accepted formats, with their dot. */
export const imageExtensions: readonly string[] = imageTypes.flatMap(({ extension, aliases }) => [
  extension,
  ...aliases,
]);

/** Bytes that identify a format, and their offset in the file. */
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

/** The root element `svg`, after XML and document type declarations, processing instructions and comments (XML 1.0, 2.8). */
const SVG_START = /^\uFEFF?(?:\s|<\?[a-z][^>]*\?>|<!--(?:[^-]|-(?!->))*-->|<!DOCTYPE\s+svg[^>[]*>)*<svg[\s/>]/i;
/** The root element of an SVG must begin within these bytes. */
const SVG_PROLOGUE_BYTES = 4096;

/** The format with this extension; undefined for an unknown extension. @param extension in lower case, with its dot */
export function typeOfExtension(extension: string): ImageType | undefined {
  return imageTypes.find((type) => type.extension === extension || type.aliases.includes(extension));
}

/** The format of the bytes, independent of file name and declared type; undefined for an unknown format. */
export function typeOfBytes(bytes: Buffer): ImageType | undefined {
  const signature = signatures.find(
    ({ at, bytes: start }) => bytes.toString('latin1', at, at + start.length) === start,
  );
  return typeOfExtension(signature?.extension ?? (isSvg(bytes) ? '.svg' : ''));
}

function isSvg(bytes: Buffer): boolean {
  return SVG_START.test(bytes.toString('utf8', 0, SVG_PROLOGUE_BYTES));
}
