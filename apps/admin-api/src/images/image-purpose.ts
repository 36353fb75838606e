import type { ImageUploadInput } from '@almanac/api-versions';
import { ValidationError } from '@almanac/errors';
import type { ImageType } from '@almanac/storage';
import { imageSize } from 'image-size';

const ICON_MIN_SIDE_PX = 60;
const ICON_MAX_SIDE_PX = 1000;
const ICON_MAX_BYTES = 100 * 1024;

/**
 * Checks that an image fits its purpose. A profile picture has to be square. The icon of the site has to be a small square .ico
 * or .png file. There are no requirements for other images.
 * @throws ValidationError with the requirements
 */
export function assertFitsPurpose(purpose: ImageUploadInput['purpose'], bytes: Buffer, { extension }: ImageType): void {
  if (purpose === 'image') return;
  const side = squareSideOf(bytes);
  if (purpose === 'profile_image') {
    if (side === null) throw new ValidationError('Please select a valid image file with square dimensions.');
    return;
  }
  const hasIconFormat = extension === '.ico' || extension === '.png';
  const hasIconSize = side !== null && side >= ICON_MIN_SIDE_PX && side <= ICON_MAX_SIDE_PX;
  if (!hasIconFormat || !hasIconSize || bytes.length > ICON_MAX_BYTES) {
    throw new ValidationError('Icon must be a square .ico or .png file between 60px – 1,000px, under 100kb.');
  }
}

/**
 * The side length of a square image, in pixels. An .ico file can contain several images: returns the largest side.
 * @returns null when an image is not square or cannot be measured
 */
function squareSideOf(bytes: Buffer): number | null {
  try {
    const { width, height, images } = imageSize(bytes);
    const sizes = images ?? [{ width, height }];
    return sizes.every((size) => size.width === size.height) ? Math.max(...sizes.map((size) => size.width)) : null;
  } catch {
    // `imageSize` throws for images that it cannot measure.
    return null;
  }
}
