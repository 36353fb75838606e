import type { Behaviour, ImageUploadInput } from '@almanac/api-versions';
import { ValidationError } from '@almanac/errors';
import type { ImageType } from '@almanac/storage';
import { imageSize } from 'image-size';

const ICON_MIN_SIDE_PX = 60;
/**
 * In Ghost 5, this limit and the next one apply to .ico files only, because Ghost does not resize them. In Ghost 3, this limit applies to
 * all icons.
 */
const ICON_MAX_SIDE_PX = 1000;
const ICO_MAX_BYTES = 200 * 1024;
/** The limit of Ghost 3, for all icons. */
const SMALL_ICON_MAX_BYTES = 100 * 1024;

/** An uploaded image. */
interface Upload {
  bytes: Buffer;
  type: ImageType;
}

/**
 * Checks that an image fits its purpose. A profile picture has to be square. The requirements for the icon of the site depend on the
 * version. There are none for other images.
 * @throws ValidationError with the requirements
 */
export function assertFitsPurpose(
  purpose: ImageUploadInput['purpose'],
  upload: Upload,
  { acceptsEveryIconFormat }: Pick<Behaviour, 'acceptsEveryIconFormat'>,
): void {
  if (purpose === 'image') return;
  if (purpose === 'profile_image') {
    if (squareSideOf(upload.bytes) !== null) return;
    throw new ValidationError('Please select a valid image file with square dimensions.');
  }
  if (acceptsEveryIconFormat) assertIcon(upload);
  else assertSmallIcon(upload);
}

/** The requirements of Ghost 5: an .ico file is square and small, any other image is wide enough. An SVG has no size in pixels. */
function assertIcon({ bytes, type: { extension } }: Upload): void {
  if (extension === '.svg') return;
  if (extension !== '.ico') {
    if (widthOf(bytes) >= ICON_MIN_SIDE_PX) return;
    throw new ValidationError('Icon must be an image that is at least 60px wide.');
  }
  if (!isIconSide(squareSideOf(bytes)) || bytes.length > ICO_MAX_BYTES) {
    throw new ValidationError('Ico icons must be square, between 60px – 1,000px, and under 200kB.');
  }
}

/** The requirements of Ghost 3. */
function assertSmallIcon({ bytes, type: { extension } }: Upload): void {
  const hasIconFormat = extension === '.ico' || extension === '.png';
  if (!hasIconFormat || !isIconSide(squareSideOf(bytes)) || bytes.length > SMALL_ICON_MAX_BYTES) {
    throw new ValidationError('Icon must be a square .ico or .png file between 60px – 1,000px, under 100kb.');
  }
}

function isIconSide(side: number | null): boolean {
  return side !== null && side >= ICON_MIN_SIDE_PX && side <= ICON_MAX_SIDE_PX;
}

/** The width of an image in pixels; 0 for an image that cannot be measured. */
function widthOf(bytes: Buffer): number {
  return measure(bytes)?.width ?? 0;
}

/**
 * The side length of a square image, in pixels. An .ico file can contain several images: returns the largest side.
 * @returns null when an image is not square or cannot be measured
 */
function squareSideOf(bytes: Buffer): number | null {
  const measured = measure(bytes);
  if (measured === null) return null;
  const { width, height, images } = measured;
  const sizes = images ?? [{ width, height }];
  return sizes.every((size) => size.width === size.height) ? Math.max(...sizes.map((size) => size.width)) : null;
}

function measure(bytes: Buffer): ReturnType<typeof imageSize> | null {
  try {
    return imageSize(bytes);
  } catch {
    // `imageSize` throws for images that it cannot measure.
    return null;
  }
}
