import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './preferred-encoding';

/** A finished 200 response: a body in one encoding. It is never changed, so several requests can share it. */
export interface CachedResponse {
  body: Buffer;
  encoding: Encoding;
  /** A strong ETag; each encoding has its own. */
  etag: string;
}

/** A smaller body is not compressed, because it fits into one network packet. */
const MIN_BYTES_TO_COMPRESS = 1_024;
/** Higher qualities take several times as long, and save only a few per cent of the bytes. */
export const BROTLI_QUALITY = 4;

const compressors = {
  gzip: promisify(gzip),
  br: (body: Buffer): Promise<Buffer> =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
};

/** An uncompressed response with this JSON as its body. The ETag is a hash of the body, so it is the same in all processes. */
export function responseFromJson(json: string): CachedResponse {
  const body = Buffer.from(json);
  return { body, encoding: 'identity', etag: `"${hash('sha1', body, 'base64url')}"` };
}

/**
 * Compresses a response. A body below 1,024 bytes stays uncompressed.
 * @param response an uncompressed response
 */
export async function encodeResponse(response: CachedResponse, encoding: Encoding): Promise<CachedResponse> {
  if (encoding === 'identity' || response.body.length < MIN_BYTES_TO_COMPRESS) return response;
  const body = await compressors[encoding](response.body);
  return { body, encoding, etag: response.etag.replace(/"$/, `-${encoding}"`) };
}
