import { UnsupportedMediaTypeError } from '@almanac/errors';
import { type ContentFiles, type IncomingContent, readImage } from '@almanac/storage';
import { basename, dirname, extname } from 'node:path';
import { buffer } from 'node:stream/consumers';

const MEDIA_PATH = /^\/content\/(media\/[\w\-./]+)$/;

/** The path below `/content/` that the URL of a media file has; null for any other URL. */
export function storedMediaPath(url: string, siteUrl: string): string | null {
  const path = url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url;
  const stored = MEDIA_PATH.exec(path)?.[1];
  return stored === undefined || stored.split('/').includes('..') ? null : stored;
}

/**
 * Stores an image beside a media file, under the name of that file with `_thumb`, as Ghost does.
 * @param media the path of the media file below `/content/`
 * @returns the path of the thumbnail below `/content/`
 * @throws UnsupportedMediaTypeError when the file is not an image
 */
export async function storeThumbnail(
  files: ContentFiles,
  media: string,
  { filename, mimeType, stream }: IncomingContent,
): Promise<string> {
  const image = await readImage(await buffer(stream), extname(filename).toLowerCase(), mimeType);
  if (image === null) throw new UnsupportedMediaTypeError('Please select a valid image.');
  const stem = `${basename(media, extname(media))}_thumb`;
  const { extension, bytes: content, type } = image;
  return files.addChecked(dirname(media), stem, { content, extension, contentType: type.mimeType });
}
