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
  /** The error messages for a missing file, and for an extension that is not accepted. */
  messages: { missing: string; unsupported: string };
}

/** The result of an upload. `T` is the result of the function to which `receiveUpload` passed each file. */
export interface ReceivedUpload<T> {
  file: T;
  /** Undefined if the form has no second file. */
  second?: T;
  /** The fields of the form that are not files. Of several fields with one name, the last one. */
  fields: Record<string, string>;
  /** All fields that are not files, in the order of the form. A name may occur several times. */
  fieldList: readonly (readonly [name: string, value: string])[];
}
