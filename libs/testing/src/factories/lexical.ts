/** A node of a lexical document. */
type Node = Readonly<Record<string, unknown>>;

const block = { direction: 'ltr', format: '', indent: 0, version: 1 };

/** A node with text. */
export function lexicalText(text: string): Node {
  return { detail: 0, format: 0, mode: 'normal', style: '', text, type: 'extended-text', version: 1 };
}

/** A link node. */
export function lexicalLink(url: string, text: string): Node {
  return { ...block, children: [lexicalText(text)], type: 'link', rel: null, target: null, title: null, url };
}

/** The paywall card, at which the part of a post for all visitors ends. */
export const lexicalPaywall: Node = { type: 'paywall', version: 1 };

/** A serialized lexical document. Each string, and each list of nodes, becomes a paragraph; a node is added unchanged. */
export function lexicalOf(...blocks: (string | readonly Node[] | Node)[]): string {
  const children = blocks.map((content) => {
    if (typeof content !== 'string' && !Array.isArray(content)) return content;
    return { ...block, children: typeof content === 'string' ? [lexicalText(content)] : content, type: 'paragraph' };
  });
  return JSON.stringify({ root: { ...block, children, type: 'root' } });
}
