const MAX_BYTES = 262_144;

/** @returns the body as text; null when it is larger than 256 kB */
export async function readBody(request: Request): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // An early `return` from `for await` cancels the stream.
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The fields of a form; none when the body is too large. */
export const readForm = async (request: Request): Promise<URLSearchParams> =>
  new URLSearchParams((await readBody(request)) ?? '');
