import type { ApiResponse, Caller } from './caller';

export interface FormPart {
  name: string;
  content: string | Buffer;
  /** Makes the part a file. */
  filename?: string;
  type?: string;
}

/** A multipart form as `fetch` sends it. */
export async function encodeForm(
  parts: readonly FormPart[],
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  for (const { name, content, filename, type } of parts) {
    if (filename === undefined) form.append(name, String(content));
    else form.append(name, new File([Uint8Array.from(Buffer.from(content))], filename, { type }));
  }
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? '';
  return { body: Buffer.from(await encoded.arrayBuffer()), headers: { 'content-type': contentType } };
}

/** Posts a multipart form. */
export async function postForm(caller: Caller, path: string, parts: readonly FormPart[]): Promise<ApiResponse> {
  const { body, headers } = await encodeForm(parts);
  return caller.with(headers).post(path, body);
}
