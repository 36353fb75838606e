import { extname } from 'node:path';
import { typeOfExtension } from '../images/image-type';
import { type ContentArea, isServedName } from './file-name';
import { fileTypeOf } from './file-type';
import { mediaTypeOf } from './media-type';

/** The headers with which a stored file is sent to a browser. */
export interface ServedFile {
  contentType: string;
  disposition: 'inline' | 'attachment';
  contentSecurityPolicy: string;
}

/** With this policy, browsers run no script of the file, load nothing from other origins, and give it an opaque origin. */
const SANDBOX_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox";
/** The PDF viewer of Chromium is a plugin, which a sandbox forbids. */
const PDF_POLICY = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'";
/** The types of the area `files` that browsers show. All other files are downloaded. */
const inlineTypes: ReadonlySet<string> = new Set(['application/pdf', 'text/plain; charset=utf-8']);

/** The headers for the file with this path below an area; null for a path that must not be served. */
export function servedFile(area: ContentArea, path: string): ServedFile | null {
  if (!isServedName(path)) return null;
  const extension = extname(path).toLowerCase();
  const contentType = contentTypeOf(area, extension);
  if (contentType === undefined) return null;
  return {
    contentType,
    disposition: isShownInline(area, contentType) ? 'inline' : 'attachment',
    contentSecurityPolicy: contentType === 'application/pdf' ? PDF_POLICY : SANDBOX_POLICY,
  };
}

function contentTypeOf(area: ContentArea, extension: string): string | undefined {
  const image = typeOfExtension(extension)?.mimeType;
  if (area === 'images') return image;
  // Ghost stores the thumbnail of a video in the folder of the video.
  if (area === 'media') return mediaTypeOf(extension) ?? image;
  return fileTypeOf(extension);
}

/** Whether browsers show the file when it is opened. An SVG is downloaded, because the format permits scripts. */
function isShownInline(area: ContentArea, contentType: string): boolean {
  return area === 'files' ? inlineTypes.has(contentType) : contentType !== 'image/svg+xml';
}
