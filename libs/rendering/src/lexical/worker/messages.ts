/** The result of each kind of job. */
export interface RendererResults {
  render: RenderedLexical;
  /** A serialized lexical document. */
  htmlToLexical: string;
  /** A serialized mobiledoc. */
  htmlToMobiledoc: string;
}

/** A job of the renderer thread: one document. */
export interface RendererJob {
  kind: keyof RendererResults;
  /** A serialized lexical document, or html. */
  source: string;
  /** The path of the document in the request body, for errors, e.g. `.posts[0].lexical`. */
  path?: string;
}

/** A rendered lexical document. */
export interface RenderedLexical {
  /** Empty for a document without content. */
  html: string;
  /** In the format of Ghost 5; empty for a document without text. */
  plaintext: string;
  /** A serialized mobiledoc with the same content. */
  mobiledoc: string;
}

/** A message from the renderer thread: `ready` after its start, the result of a job, or why the document or html is `invalid`. */
export type RendererMessage =
  | { kind: 'ready' }
  | { kind: 'result'; result: RendererResults[keyof RendererResults] }
  | { kind: 'invalid'; message: string; details: { property?: string; context?: string; help?: string } };
