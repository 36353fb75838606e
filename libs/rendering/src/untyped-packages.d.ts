// Type declarations for packages without their own ones, only for the functions that this library uses.
declare module '@tryghost/kg-mobiledoc-html-renderer' {
  interface Rendering {
    name: string;
    type: 'dom';
    render(argument: never): unknown;
  }
  export default class MobiledocHtmlRenderer {
    constructor(options: { cards: Rendering[]; atoms: Rendering[] });
    /** The renderer passes these options to mobiledoc-dom-renderer with each document. */
    readonly options: {
      markupElementRenderer?: Record<
        string,
        (
          tagName: string,
          dom: import('./mobiledoc/dom').CardDocument,
          attributes: Record<string, unknown>,
        ) => import('./mobiledoc/dom').CardNode
      >;
    };
    render(mobiledoc: unknown, cardOptions: Record<string, unknown>): string;
  }
}
declare module '@tryghost/kg-default-atoms' {
  const atoms: { name: string; type: 'dom'; render(argument: never): unknown }[];
  export default atoms;
}
declare module '@tryghost/string' {
  export function slugify(text: string): string;
}
declare module 'markdown-it-footnote' {
  const plugin: (markdownIt: import('markdown-it').default) => void;
  export default plugin;
}
declare module 'markdown-it-mark' {
  const plugin: (markdownIt: import('markdown-it').default) => void;
  export default plugin;
}
declare module 'markdown-it-lazy-headers' {
  const plugin: (markdownIt: import('markdown-it').default) => void;
  export default plugin;
}
declare module '@tryghost/kg-parser-plugins' {
  export function createParserPlugins(options: { createDocument(html: string): unknown }): unknown[];
}
// These CommonJS files have their default export as a property `default`.
declare module '@tryghost/mobiledoc-kit/dist/commonjs/mobiledoc-kit/parsers/dom' {
  const file: {
    default: new (builder: unknown, options: { plugins: unknown[] }) => { parse(element: unknown): unknown };
  };
  export = file;
}
declare module '@tryghost/mobiledoc-kit/dist/commonjs/mobiledoc-kit/models/post-node-builder' {
  const file: { default: new () => unknown };
  export = file;
}
declare module '@tryghost/mobiledoc-kit/dist/commonjs/mobiledoc-kit/renderers/mobiledoc' {
  const file: { default: { render(post: unknown, version: '0.3.1'): unknown } };
  export = file;
}
declare module '@mixmark-io/domino' {
  /** The properties of a DOM node for a tree traversal. */
  interface TreeNode {
    readonly nodeType: number;
    /** The name of an element in upper case. */
    readonly nodeName: string;
    /** Undefined for nodes that are not elements. */
    readonly firstElementChild?: TreeNode | null;
    nodeValue: string | null;
    readonly firstChild: TreeNode | null;
    readonly nextSibling: TreeNode | null;
    readonly parentNode: TreeNode | null;
  }
  export function createDocument(html: string): { body: TreeNode & { children: object } };
}
declare module '@tryghost/kg-default-nodes' {
  export const DEFAULT_NODES: NonNullable<import('lexical').CreateEditorArgs['nodes']>[number][];
  export const DEFAULT_CONFIG: { html: import('lexical').HTMLConfig };
}
declare module '@tryghost/kg-lexical-html-renderer/build/convert-to-html-string' {
  /** Converts the root of the active editor; called inside an update. */
  export default function convertToHtml(options: {
    dom: import('jsdom').JSDOM;
    usedIdAttributes: Record<string, number>;
    imageOptimization: { srcsets: boolean; contentImageSizes: Record<string, { width: number }> };
    canTransformImage(path: string): boolean;
  }): string;
}
declare module '@tryghost/kg-markdown-html-renderer' {
  /** Renders markdown as Ghost 4 and later do. */
  export function render(markdown: string): string;
}
declare module 'html-to-text' {
  interface Selector {
    selector: string;
    format?: string;
    options?: Record<string, unknown>;
  }
  export function compile(options: {
    wordwrap: number | false;
    preserveNewlines: boolean;
    selectors: Selector[];
  }): (html: string) => string;
}
