interface LexicalNode {
  text?: unknown;
  children?: unknown;
  type?: unknown;
}

const isNode = (value: unknown): value is LexicalNode => typeof value === 'object' && value !== null;

/** The text of a node. A line break becomes `\n`, which also separates the items of a list. */
function textOf(node: LexicalNode): string {
  if (typeof node.text === 'string') return node.text;
  if (Array.isArray(node.children))
    return node.children
      .filter(isNode)
      .map(textOf)
      .join(node.type === 'list' ? '\n' : '');
  return node.type === 'linebreak' ? '\n' : '';
}

/**
 * The top-level blocks of a body as plain text. Empty blocks are left out.
 * @param lexical Lexical JSON
 * @param nameOf returns the text for a card; its argument is the type of the card, e.g. `image`
 */
export function blockTextsOf(lexical: string | null, nameOf: (card: string) => string): string[] {
  if (!lexical) return [];
  const { root }: { root?: { children?: unknown } } = JSON.parse(lexical);
  const blocks = Array.isArray(root?.children) ? root.children.filter(isNode) : [];
  return blocks
    .map((block) => (Array.isArray(block.children) ? textOf(block) : nameOf(String(block.type))))
    .filter(Boolean);
}
