const MAX_BYTES = 262_144;

/** @returns the body as text; null when it is larger than 256 kB */
export async function readBody(request: Request): Promise<string | null> {
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.byteLength;
    if (length > MAX_BYTES) {
      await reader.cancel();
      return null;
    }
    chunks.push(next.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The fields of a form; none when the body is too large. */
export const readForm = async (request: Request): Promise<URLSearchParams> =>
  new URLSearchParams((await readBody(request)) ?? '');
