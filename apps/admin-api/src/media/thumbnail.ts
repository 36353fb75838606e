import { UnsupportedMediaTypeError } from '@almanac/errors';
import { type ContentFiles, fileStem, type IncomingContent, isServedName, readImage } from '@almanac/storage';
import { dirname, extname } from 'node:path';
import { buffer } from 'node:stream/consumers';

const MEDIA_PATH = /^\/content\/media\/(.+)$/;

/** The path of a media file below `/content/`, from its absolute or relative URL; null for any other URL. */
export function storedMediaPath(url: string, siteUrl: string): string | null {
  const path = url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url;
  const name = decoded(MEDIA_PATH.exec(path)?.[1] ?? '');
  return name !== undefined && isServedName(name) ? `media/${name}` : null;
}

/** The text without percent encoding; undefined if the encoding is invalid. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Stores an image beside a media file, under the name of that file with `_thumb`, as Ghost does.
 * @param mediaPath below `/content/`, e.g. `media/2026/11/film.mp4`
 * @returns the URL of the thumbnail, relative to the root of the site
 * @throws UnsupportedMediaTypeError when the file is not an image; ValidationError for an SVG that exceeds a limit
 */
export async function storeThumbnail(
  files: ContentFiles,
  mediaPath: string,
  { filename, mimeType, stream }: IncomingContent,
): Promise<string> {
  const image = await readImage(await buffer(stream), extname(filename).toLowerCase(), mimeType);
  if (image === null) throw new UnsupportedMediaTypeError('Please select a valid image.');
  const { extension, bytes: content, type } = image;
  const file = { content, extension, contentType: type.mimeType };
  // Names of imported files can contain letters outside ASCII, which take several bytes each. `fileStem` replaces these letters, so that
  // the name is not too long for a file system.
  const path = await files.addChecked(dirname(mediaPath), `${fileStem(mediaPath)}_thumb`, file);
  return `/content/${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}`;
}
