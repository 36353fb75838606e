/** A `meta` element that names the charset of a page must be in the first 1,024 bytes of the page (HTML Standard, 13.2.3.2). */
const PRESCAN_BYTES = 1024;
const CHARSET = /charset\s*=\s*["']?([\w:.-]+)/i;
const META_CHARSET = /<meta[^>]+charset\s*=\s*["']?([\w:.-]+)/i;

/**
 * Decodes a response body. The charset is that of `contentType`, else that of a `meta` element in the body, else UTF-8.
 * A charset that Node does not know counts as UTF-8. UTF-16 in a `meta` element counts as UTF-8, too: if the page were in UTF-16, this
 * function would not have found the element.
 * @param contentType the `Content-Type` header of the response
 */
export function decodeBody(body: Buffer, contentType: string | string[] | undefined): string {
  const inHeader = CHARSET.exec(String(contentType ?? ''))?.[1];
  const inMeta = META_CHARSET.exec(body.toString('latin1', 0, PRESCAN_BYTES))?.[1]?.replace(/^utf-?16.*/i, 'utf-8');
  return decoderFor(inHeader ?? inMeta ?? 'utf-8').decode(body);
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
