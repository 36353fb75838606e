import type { Metadata, Sharp } from 'sharp';
import type { ImageFormat, ImageSize } from './image-variant';

/** The limit for an image that is decoded row by row: 50 megapixels, more than most cameras produce. */
const MAX_PIXELS = 50_000_000;
/** The limit for an image that is decoded as a whole, at up to 8 bytes a pixel: AVIF, WebP, progressive JPEG, interlaced or rotated PNG. */
const MAX_PIXELS_IN_MEMORY = 16_000_000;
/** The limit for a result, except AVIF. An encoder cannot be interrupted, so its work is bounded beforehand. */
const MAX_OUTPUT_PIXELS = 8_000_000;
/** The limit for a result in AVIF, whose encoder is the slowest. */
const MAX_AVIF_PIXELS = 1_200_000;
const TIMEOUT_SECONDS = 10;
const QUALITY: Readonly<Record<Exclude<ImageFormat, 'png'>, number>> = { avif: 50, webp: 80, jpeg: 80 };
/** 0 to 9. The default of the library is 4, which takes up to 13 times as long (ADR 0345). */
const AVIF_EFFORT = 2;
/** The Exif orientation of an image that does not have to be rotated. */
const UPRIGHT = 1;
const LOADERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'];

/** Opens an image. @param maxPixels the maximum number of its pixels; false for no maximum, to read only the metadata */
type OpenImage = (bytes: Buffer, maxPixels: number | false) => Sharp;

let loading: Promise<OpenImage> | undefined;

/** Loads sharp for the first image, because sharp takes 20 MB of memory. sharp works in the threads of libuv. */
async function loadSharp(): Promise<OpenImage> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  // `ResizedImages` resizes several images at once, so each of them needs one thread only.
  sharp.concurrency(1);
  // Only the formats of LOADERS are decoded: not SVG, PDF, TIFF or GIF, whatever the extension of the file.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  return (bytes, maxPixels) => sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' });
}

/**
 * Resizes an image or converts it to another format. The result is upright and has no metadata. An image is never enlarged.
 * @returns the bytes of the result; null if the original has to be used instead: the original has several frames, the original or the
 *   result has too many pixels, or the result is not cropped and has at least as many bytes as the original
 * @throws errors of the library, e.g. for damaged images and after 10 seconds
 */
export async function resizeImage(bytes: Buffer, size: ImageSize, format: ImageFormat): Promise<Buffer | null> {
  loading ??= loadSharp();
  const open = await loading;
  const metadata = await open(bytes, false).metadata();
  if (!isAffordable(metadata, size, format)) return null;
  const { width, height } = size;
  const resized = open(bytes, MAX_PIXELS).autoOrient().resize(width, height, { withoutEnlargement: true });
  const result = await encode(resized, format).timeout({ seconds: TIMEOUT_SECONDS }).toBuffer();
  return isCropped(metadata.autoOrient, size) || result.length < bytes.length ? result : null;
}

/** Whether the result has another shape than the image. The two shapes may differ by the rounding to whole pixels. */
function isCropped(source: Required<ImageSize>, { width, height }: ImageSize): boolean {
  if (width === undefined || height === undefined) return false;
  const [outputWidth, outputHeight] = [Math.min(width, source.width), Math.min(height, source.height)];
  const difference = Math.abs(outputWidth * source.height - outputHeight * source.width);
  return difference > Math.max(source.width, source.height);
}

/** Whether the image has one frame, and both the image and the result have few enough pixels. */
function isAffordable(metadata: Metadata, size: ImageSize, format: ImageFormat): boolean {
  const { width, height } = metadata.autoOrient;
  if ((metadata.pages ?? 1) > 1) return false;
  if (width * height > (isDecodedByRow(metadata) ? MAX_PIXELS : MAX_PIXELS_IN_MEMORY)) return false;
  return outputPixels({ width, height }, size) <= (format === 'avif' ? MAX_AVIF_PIXELS : MAX_OUTPUT_PIXELS);
}

function isDecodedByRow({ format, orientation = UPRIGHT, isProgressive }: Metadata): boolean {
  if (isProgressive === true) return false;
  // A PNG that has to be rotated is decoded as a whole. A JPEG is decoded in a smaller size before it is rotated.
  return format === 'jpeg' || (format === 'png' && orientation === UPRIGHT);
}

function outputPixels(source: Required<ImageSize>, { width, height }: ImageSize): number {
  if (width !== undefined && height !== undefined)
    return Math.min(width, source.width) * Math.min(height, source.height);
  const scale = Math.min(1, (width ?? Infinity) / source.width, (height ?? Infinity) / source.height);
  return source.width * source.height * scale * scale;
}

function encode(image: Sharp, format: ImageFormat): Sharp {
  if (format === 'png') return image.png();
  if (format === 'avif') return image.avif({ quality: QUALITY.avif, effort: AVIF_EFFORT });
  return format === 'webp' ? image.webp({ quality: QUALITY.webp }) : image.jpeg({ quality: QUALITY.jpeg });
}
