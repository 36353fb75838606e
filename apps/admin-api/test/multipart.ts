import type { ApiResponse, Caller } from './caller';

export interface FormPart {
  name: string;
  content: string | Buffer;
  filename?: string;
  type?: string;
}

const BOUNDARY = '----almanac-form-boundary';

/** The content type of what `formOf` makes. */
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A form with files, as browsers send it. */
export function formOf(parts: readonly FormPart[]): Buffer {
  const written = parts.flatMap(({ name, content, filename, type }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    ...(filename === undefined ? [] : [`; filename="${filename}"`]),
    ...(type === undefined ? [] : [`\r\nContent-Type: ${type}`]),
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  return Buffer.concat([...written, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
}

/** Posts a form with files. */
export function postForm(caller: Caller, path: string, parts: readonly FormPart[]): Promise<ApiResponse> {
  return caller.with({ 'content-type': FORM_TYPE }).post(path, formOf(parts));
}
