/** The formats that resized images can have. The extension `.jpg` means `jpeg`, too. */
export type ImageFormat = 'avif' | 'webp' | 'jpeg' | 'png';

/** The requested size of an image in pixels. With width and height, the image is cropped to them. It is never enlarged. */
export interface ImageSize {
  width?: number;
  height?: number;
}

/** The parts of a path such as `size/w600/format/webp/2026/11/photo.jpg`. */
export interface ImageVariant {
  /** The size as in the path, e.g. `w600h400`; not validated. */
  size: string;
  /** The format as in the path, not validated; absent if the `Accept` header decides. */
  format?: string;
  /** The path of the uploaded image below `/content/images/`. */
  original: string;
}

const VARIANT_PATH = /^size\/([^/]+)\/(?:format\/([^/]+)\/)?(.+)$/;
const SIZE = /^(?=.)(?:w([1-9]\d{0,3}))?(?:h([1-9]\d{0,3}))?$/;
const FORMATS: ReadonlyMap<string, ImageFormat> = new Map([
  ['avif', 'avif'],
  ['webp', 'webp'],
  ['jpeg', 'jpeg'],
  ['jpg', 'jpeg'],
  ['png', 'png'],
]);
/**
 * In pixels. `negotiatedFormats` returns AVIF only for a requested width up to this one, because wider images take seconds to encode
 * (ADR 0345).
 */
const MAX_AVIF_WIDTH = 1000;

/** The parts of a path below `/content/images/`; null for a path without a size, i.e. that of the uploaded image itself. */
export function imageVariantOf(path: string): ImageVariant | null {
  const [, size, format, original] = VARIANT_PATH.exec(path) ?? [];
  return size === undefined || original === undefined ? null : { size, format, original };
}

/** The width and height in a size such as `w600` or `w600h400`; null for any other string. */
export function imageSizeOf(size: string): ImageSize | null {
  const match = SIZE.exec(size);
  if (match === null) return null;
  const [width, height] = [match[1], match[2]].map((digits) => (digits === undefined ? undefined : Number(digits)));
  return { width, height };
}

/** The format with this name or extension, with or without its dot; undefined for a format that resized images cannot have. */
export function imageFormatOf(name: string): ImageFormat | undefined {
  return FORMATS.get(name.replace(/^\./, '').toLowerCase());
}

/**
 * The formats for a client, the preferred one first: AVIF (only up to {@link MAX_AVIF_WIDTH}) and WebP if the
 * `Accept` header names them, then the format of the upload.
 * @param accept the header; wildcards do not count, because clients that know neither AVIF nor WebP send them
 * @param own the format of the upload
 */
export function negotiatedFormats(accept: string | undefined, size: ImageSize, own: ImageFormat): ImageFormat[] {
  const named = acceptedTypes(accept);
  const formats: ImageFormat[] = [];
  if (named.has('image/avif') && (size.width ?? Infinity) <= MAX_AVIF_WIDTH) formats.push('avif');
  if (named.has('image/webp')) formats.push('webp');
  return [...new Set([...formats, own])];
}

/** The media types of an `Accept` header, without those that the client rejects by `q=0`. */
function acceptedTypes(accept = ''): Set<string> {
  const types = new Set<string>();
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) types.add(type);
  }
  return types;
}
