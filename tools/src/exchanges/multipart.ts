import { encodePng } from '../seed/png';
import type { RecordedPart } from './exchange';

/** A small PNG that is not square, like the recorded image. */
function picture(): Buffer {
  return encodePng(12, 8, (x, y) => [x * 20, y * 30, 90]);
}

/** The bytes of a recorded multipart body. A part without recorded text contains a small PNG. */
export function multipartBody(parts: readonly RecordedPart[], boundary: string): Buffer {
  const pieces = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${headersOf(part)}\r\n\r\n`),
    part.text === undefined ? picture() : Buffer.from(part.text),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

function headersOf({ name, filename, type }: RecordedPart): string {
  const disposition = `Content-Disposition: form-data; name="${name}"`;
  return filename === undefined
    ? disposition
    : `${disposition}; filename="${filename}"\r\nContent-Type: ${type ?? 'application/octet-stream'}`;
}
