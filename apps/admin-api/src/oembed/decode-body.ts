/** The bytes of a page in which `meta` elements may name its charset (HTML Standard, 13.2.3.2). */
const PRESCAN_BYTES = 1024;
const CHARSET = /charset\s*=\s*["']?([\w:.-]+)/i;
const META_CHARSET = /<meta[^>]+charset\s*=\s*["']?([\w:.-]+)/i;

/**
 * The text of a response body: by the charset of its `Content-Type`, else by that of its `meta` element, else UTF-8.
 * A charset that Node does not know counts as UTF-8. So does UTF-16 in a `meta` element: this function would not find the element
 * if the page were in UTF-16.
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
