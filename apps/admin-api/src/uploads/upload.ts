import type { Readable } from 'node:stream';

/** An uploaded file as a stream; name and type are unverified. */
export interface IncomingFile {
  filename: string;
  mimeType: string;
  stream: Readable;
}

/** The requirements of a route for its file. */
export interface UploadRules {
  /** The name of the form field with the file. */
  field: string;
  /** The accepted extensions in lower case, with their dot; every extension when absent. */
  extensions?: readonly string[];
  /** The maximum size of the file. */
  maxBytes: number;
  /** A second file that the form may have. */
  second?: Pick<UploadRules, 'field' | 'extensions'>;
  /** The maximum number of fields without a file; 20 when absent. */
  maxFields?: number;
  /** The error messages for a missing file and for another extension. */
  messages: { missing: string; unsupported: string };
}

/** The result of an upload. */
export interface ReceivedUpload<T> {
  /** The result of the function that consumed the file. */
  file: T;
  /** The result of the same function for the second file; undefined when the form has none. */
  second?: T;
  /** The other fields of the form. */
  fields: Record<string, string>;
  /** The same fields in the order of the form; a name may occur several times. */
  fieldList: readonly (readonly [name: string, value: string])[];
}
