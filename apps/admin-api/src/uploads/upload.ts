import type { Readable } from 'node:stream';

/** A file on its way in; what its sender says of it is not to be trusted. */
export interface IncomingFile {
  filename: string;
  mimeType: string;
  stream: Readable;
}

/** What a route that takes a file says about it. */
export interface UploadRules {
  /** The name of the form field the file stands in. */
  field: string;
  /** Endings the file's name may have, in lower case, with their dot. */
  extensions: readonly string[];
  /** Bytes it may have. */
  maxBytes: number;
  /** What the client is told without a file, and for one of another kind. */
  messages: { missing: string; unsupported: string };
}

/** What came with an upload. */
export interface Received<T> {
  /** What was made of the file. */
  file: T;
  /** The other fields of the form. */
  fields: Record<string, string>;
}
