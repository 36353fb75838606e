/** A document for the thread. */
export interface RendererJob {
  kind: 'render' | 'fromHtml';
  /** A serialized lexical document, or html. */
  source: string;
  /** The path of the document in the request body. */
  path?: string;
}

/** A rendered lexical document. */
export interface RenderedLexical {
  /** Empty for a document without content. */
  html: string;
  /** Serialized mobiledoc with the same content. */
  mobiledoc: string;
}

/** What the thread sends: that it is loaded, the result of a job, or why the document is invalid. */
export type RendererMessage =
  | { kind: 'ready' }
  | { kind: 'result'; result: RenderedLexical | string }
  | { kind: 'invalid'; message: string; details: { property?: string; context?: string; help?: string } };
