import { ValidationError } from '@almanac/errors';
import { markdownBlocks } from '../mobiledoc/markdown';
import { matchHtml, type MatchedDocument, type SourceFormat } from './match-html';
import type { KeptPart } from './keep-visible-blocks';

type LexicalNode = Readonly<Record<string, unknown>>;

/** Functions that render and check lexical documents. */
export interface LexicalTools {
  /** @throws ValidationError for a document that cannot be rendered */
  render: (document: string) => Promise<string>;
  /** @throws ValidationError for a document with an unknown node */
  assert: (document: string) => void;
}

/**
 * Changes a lexical document so that it renders to the published html, see {@link matchHtml}. Unknown nodes become html cards.
 * @param document serialized; any text
 * @param html the published html
 */
export function lexicalMatchingHtml(document: string, html: string, tools: LexicalTools): Promise<MatchedDocument> {
  return matchHtml(formatOf(tools), document, html);
}

/** The lexical document without the top-level nodes that cannot be stored. */
export function withoutUnknownNodes(document: string, { assert }: LexicalTools): { document: string; removed: number } {
  const nodes = childrenOf(document);
  const known = nodes.filter((node) => isStorable(node, assert));
  return { document: serialized(known), removed: nodes.length - known.length };
}

/** A part of a document. A node that cannot be stored is an empty part, so that the html in its place replaces it. */
type LexicalPart = { node: LexicalNode } | { markdown: string; node: LexicalNode } | { unknown: LexicalNode };

function formatOf({ render, assert }: LexicalTools): SourceFormat<LexicalPart> {
  return {
    partsOf: (document, { splitsMarkdown }) =>
      childrenOf(document).flatMap((node): LexicalPart[] => {
        if (!isStorable(node, assert)) return [{ unknown: node }];
        if (!splitsMarkdown || node.type !== 'markdown' || typeof node.markdown !== 'string') return [{ node }];
        return markdownBlocks(node.markdown).map((markdown) => ({ node, markdown }));
      }),
    documentOf: (_, parts) => serialized(nodesOf(parts)),
    render,
  };
}

function isStorable(node: LexicalNode, assert: LexicalTools['assert']): boolean {
  try {
    assert(serialized([node]));
    return true;
  } catch (error) {
    if (error instanceof ValidationError) return false;
    throw error;
  }
}

/** Blocks of markdown that follow each other become one node. */
function nodesOf(parts: readonly KeptPart<LexicalPart>[]): LexicalNode[] {
  const nodes: LexicalNode[] = [];
  let current: { node: LexicalNode; markdown: string } | undefined;
  for (const kept of parts) {
    const block = 'part' in kept && 'markdown' in kept.part ? kept.part : undefined;
    if (block && current?.node === block.node) {
      current.markdown += block.markdown;
      nodes[nodes.length - 1] = { ...block.node, markdown: current.markdown };
      continue;
    }
    current = block && { ...block };
    if ('html' in kept) nodes.push({ type: 'html', version: 1, html: kept.html });
    else if (block) nodes.push({ ...block.node, markdown: block.markdown });
    else if ('node' in kept.part) nodes.push(kept.part.node);
  }
  return nodes;
}

/** @throws ValidationError for text that is no lexical document */
function childrenOf(document: string): LexicalNode[] {
  const parsed = parsedJson(document);
  const root = isNode(parsed) ? parsed.root : undefined;
  const children = isNode(root) ? root.children : undefined;
  if (!Array.isArray(children) || !children.every(isNode)) throw new ValidationError('Invalid lexical structure.');
  return children;
}

function parsedJson(document: string): unknown {
  try {
    return JSON.parse(document);
  } catch (cause) {
    throw new ValidationError('Invalid lexical structure.', { cause });
  }
}

function isNode(value: unknown): value is LexicalNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function serialized(children: readonly LexicalNode[]): string {
  const root = { children, direction: 'ltr', format: '', indent: 0, type: 'root', version: 1 };
  return JSON.stringify({ root });
}
