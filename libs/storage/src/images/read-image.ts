import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type ImageType, typeOfBytes, typeOfExtension } from './image-type';
import { sanitizeSvg } from './sanitize-svg';
import { MAX_SVG_BYTES, svgLimits, tooComplex } from './svg-limits';

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/** An image in the form in which it is stored. */
export interface ReadImage {
  type: ImageType;
  /** The extension of the stored file, with its dot. */
  extension: string;
  bytes: Buffer;
}

/**
 * Checks that extension, declared media type and bytes fit the same format. Decompresses `.svgz` files, and sanitizes SVG.
 * @param sent the bytes as the client sent them
 * @param extension in lower case, with its dot
 * @param mimeType the media type that the client declared
 * @returns null for a file that is not an image, or not of the declared format, and for an `.svgz` file with more than
 *   `MAX_SVG_BYTES` when it is decompressed
 * @throws ValidationError for any other SVG that exceeds a limit
 */
export async function readImage(sent: Buffer, extension: string, mimeType: string): Promise<ReadImage | null> {
  const claimed = typeOfExtension(extension);
  if (claimed === undefined || !isDeclaredAs(claimed, mimeType)) return null;
  const bytes = extension === '.svgz' ? await gunzipSvg(sent) : sent;
  if (bytes === null || typeOfBytes(bytes) !== claimed) return null;
  if (claimed.mimeType !== 'image/svg+xml') return { type: claimed, extension, bytes };
  if (bytes.length > MAX_SVG_BYTES) throw tooComplex(`is longer than ${svgLimits.characters} characters`);
  const svg = sanitizeSvg(bytes.toString('utf8'));
  return svg.startsWith('<svg') ? { type: claimed, extension: claimed.extension, bytes: Buffer.from(svg) } : null;
}

/** Other names that clients use for a media type. */
const mimeTypeAliases: Readonly<Record<string, readonly string[]>> = {
  'image/x-icon': ['image/vnd.microsoft.icon', 'image/ico'],
  'image/jpeg': ['image/jpg', 'image/pjpeg'],
  'image/png': ['image/apng', 'image/x-png'],
  'image/svg+xml': ['image/svg', 'image/svg+xml-compressed'],
};

/** Whether the declared media type fits the format. `application/octet-stream` fits every format. */
function isDeclaredAs(type: ImageType, mimeType: string): boolean {
  const declared = mimeType.toLowerCase();
  if (declared === type.mimeType || declared === 'application/octet-stream') return true;
  return mimeTypeAliases[type.mimeType]?.includes(declared) ?? false;
}

async function gunzipSvg(bytes: Buffer): Promise<Buffer | null> {
  if (!bytes.subarray(0, 2).equals(GZIP_MAGIC)) return null;
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_SVG_BYTES });
  } catch {
    // The data is not valid gzip, or exceeds the limit for SVG.
    return null;
  }
}
