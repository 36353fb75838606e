import type { ImageUploadInput } from '@almanac/api-versions';
import { ValidationError } from '@almanac/errors';
import type { ImageType } from '@almanac/storage';
import { imageSize } from 'image-size';

const ICON_SIDE = { smallest: 60, largest: 1000 };
const ICON_MAX_BYTES = 100 * 1024;

/**
 * Checks the dimensions of an image for its purpose: a profile picture is square; the site's icon is square and small.
 * @throws ValidationError with the requirements
 */
export function assertFitsPurpose(purpose: ImageUploadInput['purpose'], bytes: Buffer, { extension }: ImageType): void {
  if (purpose === 'image') return;
  const side = sideOfSquare(bytes);
  if (purpose === 'profile_image') {
    if (side === null) throw new ValidationError('Please select a valid image file with square dimensions.');
    return;
  }
  const isIcon = extension === '.ico' || extension === '.png';
  const hasIconSize = side !== null && side >= ICON_SIDE.smallest && side <= ICON_SIDE.largest;
  if (!isIcon || !hasIconSize || bytes.length > ICON_MAX_BYTES) {
    throw new ValidationError('Icon must be a square .ico or .png file between 60px – 1,000px, under 100kb.');
  }
}

/** The side of a square image in pixels; the largest of an icon with several images. Null when one is not square. */
function sideOfSquare(bytes: Buffer): number | null {
  try {
    const { width, height, images } = imageSize(bytes);
    const sizes = images ?? [{ width, height }];
    return sizes.every((size) => size.width === size.height) ? Math.max(...sizes.map((size) => size.width)) : null;
  } catch {
    // `imageSize` throws for images that it cannot measure; these fit no purpose.
    return null;
  }
}
