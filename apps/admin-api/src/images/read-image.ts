import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { sanitizeSvg } from './sanitize-svg';
import { type ImageType, typeOfBytes, typeOfExtension } from './image-type';
import { MAX_SVG_BYTES, svgLimits, tooComplex } from './svg-limits';

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/** An image as it is stored. */
export interface ReadImage {
  type: ImageType;
  /** The ending it is stored under. */
  extension: string;
  bytes: Buffer;
}

/**
 * Looks at what was sent: the bytes decide, and name and declared type have to agree with them (D31). Drawings are
 * unpacked and cleaned.
 *
 * @returns null when it is no image, or not the one it says it is
 * @throws ValidationError for a drawing that passes one of the limits
 */
export async function readImage(sent: Buffer, extension: string, mimeType: string): Promise<ReadImage | null> {
  const claimed = typeOfExtension(extension);
  if (claimed === undefined || !isDeclaredAs(claimed, mimeType)) return null;
  const bytes = extension === '.svgz' ? await unpacked(sent) : sent;
  if (bytes === null || typeOfBytes(bytes) !== claimed) return null;
  if (claimed.mimeType !== 'image/svg+xml') return { type: claimed, extension, bytes };
  if (bytes.length > MAX_SVG_BYTES) throw tooComplex(`is longer than ${svgLimits.characters} characters`);
  const svg = sanitizeSvg(bytes.toString('utf8'));
  return svg.startsWith('<svg') ? { type: claimed, extension: claimed.extension, bytes: Buffer.from(svg) } : null;
}

/** Browsers name icons in several ways, and programs often say nothing better than "bytes". */
function isDeclaredAs(type: ImageType, mimeType: string): boolean {
  const declared = mimeType.toLowerCase();
  if (declared === type.mimeType || declared === 'application/octet-stream') return true;
  const others: Record<string, readonly string[]> = {
    'image/x-icon': ['image/vnd.microsoft.icon', 'image/ico'],
    'image/jpeg': ['image/jpg', 'image/pjpeg'],
    'image/png': ['image/apng', 'image/x-png'],
    'image/svg+xml': ['image/svg', 'image/svg+xml-compressed'],
  };
  return others[type.mimeType]?.includes(declared) ?? false;
}

async function unpacked(bytes: Buffer): Promise<Buffer | null> {
  if (!bytes.subarray(0, 2).equals(GZIP_MAGIC)) return null;
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_SVG_BYTES });
  } catch {
    // Broken, or larger than any drawing: either way not one of ours.
    return null;
  }
}
