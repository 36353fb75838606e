import type { ImageUploadInput } from '@almanac/api-versions';
import { ValidationError } from '@almanac/errors';
import { imageSize } from 'image-size';
import type { ImageType } from './image-type';

const ICON_SIDE = { smallest: 60, largest: 1000 };
const ICON_MAX_BYTES = 100 * 1024;

/**
 * Checks an image against what it is for: a profile picture is square, the site's icon also small.
 *
 * @throws ValidationError saying what it has to be
 */
export function assertFits(purpose: ImageUploadInput['purpose'], bytes: Buffer, { extension }: ImageType): void {
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

/** The side of a square image in pixels; of an icon with several pictures, the largest. Null when it is not square. */
function sideOfSquare(bytes: Buffer): number | null {
  try {
    const { width, height, images } = imageSize(bytes);
    const sizes = images ?? [{ width, height }];
    return sizes.every((size) => size.width === size.height) ? Math.max(...sizes.map((size) => size.width)) : null;
  } catch {
    // The library throws for whatever it cannot measure; such an image fits no purpose.
    return null;
  }
}
