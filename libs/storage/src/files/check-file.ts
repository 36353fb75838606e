import { RequestEntityTooLargeError, UnsupportedMediaTypeError } from '@almanac/errors';
import { readFile } from 'node:fs/promises';
import type { StoredContent } from '../content-disk';
import { typeOfExtension } from '../images/image-type';
import { readImage } from '../images/read-image';
import type { ReceivedFile } from '../received-file';
import type { ContentArea } from './file-name';
import { fileTypeOf } from './file-type';
import { isMedia, mediaTypeOf } from './media-type';

export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;
/** Maximum bytes of a file that is not an image. */
export const MAX_FILE_BYTES = 512 * 1024 * 1024;

/** A file that passed the checks of its area, in the form in which it is stored. */
export interface CheckedFile {
  content: StoredContent;
  /** The extension of the stored file, with its dot. */
  extension: string;
  contentType: string;
}

/** A dot and 1 to 20 ASCII letters, digits, `_` or `-`; or no extension. */
const PLAIN_EXTENSION = /^(?:\.[a-z\d_-]{1,20})?$/;

/** The maximum number of bytes of a file with this extension in an area. */
export function maxBytesOf(area: ContentArea, extension: string): number {
  return isImage(area, extension) ? MAX_IMAGE_BYTES : MAX_FILE_BYTES;
}

/**
 * Checks a file by the rules of its area. The bytes of images and media must have the format that the extension names. The area
 * `files` accepts every format, because its files are served with media types for which browsers run no scripts; it accepts only short
 * extensions of ordinary characters. Callers limit the bytes with `maxBytesOf`; only images are measured again.
 * @param options `extension` in lower case, with its dot; `declaredType`: the media type that the client named
 * @throws UnsupportedMediaTypeError if the area does not accept the format or the extension; if extension, declared type and bytes do not
 *   fit together; and for a compressed SVG that is too large
 * @throws RequestEntityTooLargeError for an image that is too large
 * @throws ValidationError for an SVG that exceeds another limit
 */
export async function checkFile(
  area: ContentArea,
  file: ReceivedFile,
  { extension, declaredType }: { extension: string; declaredType: string },
): Promise<CheckedFile> {
  if (isImage(area, extension)) return checkImage(file, extension, declaredType);
  if (area === 'files' && PLAIN_EXTENSION.test(extension)) {
    return { content: { path: file.path }, extension, contentType: fileTypeOf(extension) };
  }
  const contentType = area === 'media' ? mediaTypeOf(extension) : undefined;
  if (contentType !== undefined && isMedia(extension, declaredType, file.head)) {
    return { content: { path: file.path }, extension, contentType };
  }
  throw new UnsupportedMediaTypeError(messages[area]);
}

const messages: Record<ContentArea, string> = {
  images: 'The file is not an image in a supported format.',
  media: 'The file is not video or audio in a supported format.',
  files: 'The extension of the file may have at most 20 characters, only letters a to z, digits, - and _.',
};

async function checkImage(file: ReceivedFile, extension: string, declaredType: string): Promise<CheckedFile> {
  if (file.bytes > MAX_IMAGE_BYTES) throw new RequestEntityTooLargeError('The image is too large.');
  const image = await readImage(await readFile(file.path), extension, declaredType);
  if (image === null) throw new UnsupportedMediaTypeError(messages.images);
  return { content: image.bytes, extension: image.extension, contentType: image.type.mimeType };
}

function isImage(area: ContentArea, extension: string): boolean {
  return area === 'images' || (area === 'media' && typeOfExtension(extension) !== undefined);
}
