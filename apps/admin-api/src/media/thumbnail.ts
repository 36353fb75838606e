import { UnsupportedMediaTypeError } from '@almanac/errors';
import { type ContentFiles, type IncomingContent, readImage } from '@almanac/storage';
import { basename, dirname, extname } from 'node:path';
import { buffer } from 'node:stream/consumers';

const MEDIA_PATH = /^\/content\/(media\/[\w\-./]+)$/;

/** The path of a media file below `/content/`, from its absolute or relative URL; null for any other URL. */
export function storedMediaPath(url: string, siteUrl: string): string | null {
  const path = url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url;
  const stored = MEDIA_PATH.exec(path)?.[1];
  return stored === undefined || stored.split('/').includes('..') ? null : stored;
}

/**
 * Stores an image beside a media file, under the name of that file with `_thumb`, as Ghost does.
 * @param mediaPath below `/content/`, e.g. `media/2026/11/film.mp4`
 * @returns the path of the thumbnail below `/content/`
 * @throws UnsupportedMediaTypeError when the file is not an image; ValidationError for an SVG that exceeds a limit
 */
export async function storeThumbnail(
  files: ContentFiles,
  mediaPath: string,
  { filename, mimeType, stream }: IncomingContent,
): Promise<string> {
  const image = await readImage(await buffer(stream), extname(filename).toLowerCase(), mimeType);
  if (image === null) throw new UnsupportedMediaTypeError('Please select a valid image.');
  const stem = `${basename(mediaPath, extname(mediaPath))}_thumb`;
  const { extension, bytes: content, type } = image;
  return files.addChecked(dirname(mediaPath), stem, { content, extension, contentType: type.mimeType });
}
