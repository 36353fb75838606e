import { ValidationError } from '@almanac/errors';
import { isRecord } from '../json';
import { markdownBlocks } from '../mobiledoc/markdown';
import { matchHtml, type MatchedDocument, type SourceFormat } from './match-html';
import type { PartOrHtml } from './keep-visible-blocks';

/** A node of a parsed lexical document; its properties are not checked. */
type UncheckedNode = Readonly<Record<string, unknown>>;

/** Functions that render and check lexical documents. */
export interface LexicalTools {
  /** @throws ValidationError for a document that cannot be rendered */
  render: (document: string) => Promise<string>;
  /** Checks a document. @throws ValidationError for a document with an unknown node */
  assert: (document: string) => void;
}

/**
 * Changes a lexical document so that it renders to the published html, see {@link matchHtml}. Unknown nodes are left out. If
 * the html has content in their place, an html card contains it.
 * @param document a serialized lexical document; any other text is replaced by one html card
 * @param html the published html
 */
export function lexicalMatchingHtml(document: string, html: string, tools: LexicalTools): Promise<MatchedDocument> {
  return matchHtml(formatOf(tools), document, html);
}

/**
 * The lexical document without its top-level nodes that are unknown or contain unknown nodes, and the number of removed nodes.
 * @throws ValidationError for text that is not a lexical document
 */
export function withoutUnknownNodes(document: string, { assert }: LexicalTools): { document: string; removed: number } {
  const nodes = childrenOf(document);
  const known = nodes.filter((node) => isStorable(node, assert));
  return { document: serialize(known), removed: nodes.length - known.length };
}

/**
 * A part of a document: a top-level node, a block of markdown with the node that contains it, or an unknown node. Unknown nodes are left
 * out of the documents that are rendered. So they count as parts that render to nothing, and the html in their place replaces them.
 */
type LexicalPart = { node: UncheckedNode } | { markdown: string; node: UncheckedNode } | { unknown: UncheckedNode };

function formatOf({ render, assert }: LexicalTools): SourceFormat<LexicalPart> {
  return {
    partsOf: (document, { splitsMarkdown }) =>
      childrenOf(document).flatMap((node): LexicalPart[] => {
        if (!isStorable(node, assert)) return [{ unknown: node }];
        if (!splitsMarkdown || node.type !== 'markdown' || typeof node.markdown !== 'string') return [{ node }];
        return markdownBlocks(node.markdown).map((markdown) => ({ node, markdown }));
      }),
    documentOf: (_, parts) => serialize(nodesOf(parts)),
    render,
  };
}

function isStorable(node: UncheckedNode, assert: LexicalTools['assert']): boolean {
  try {
    assert(serialize([node]));
    return true;
  } catch (error) {
    if (error instanceof ValidationError) return false;
    throw error;
  }
}

/** Builds nodes from the parts. Neighbouring blocks of markdown from one node become one node again. */
function nodesOf(parts: readonly PartOrHtml<LexicalPart>[]): UncheckedNode[] {
  const nodes: UncheckedNode[] = [];
  let current: { node: UncheckedNode; markdown: string } | undefined;
  for (const each of parts) {
    const block = 'part' in each && 'markdown' in each.part ? each.part : undefined;
    if (block && current?.node === block.node) {
      current.markdown += block.markdown;
      nodes[nodes.length - 1] = { ...block.node, markdown: current.markdown };
      continue;
    }
    current = block && { ...block };
    if ('html' in each) nodes.push({ type: 'html', version: 1, html: each.html });
    else if (block) nodes.push({ ...block.node, markdown: block.markdown });
    else if ('node' in each.part) nodes.push(each.part.node);
  }
  return nodes;
}

/** The top-level nodes of a document. @throws ValidationError for text that is not a lexical document */
function childrenOf(document: string): UncheckedNode[] {
  const parsed = parsedJson(document);
  const root = isRecord(parsed) ? parsed.root : undefined;
  const children = isRecord(root) ? root.children : undefined;
  if (!Array.isArray(children) || !children.every(isRecord)) throw new ValidationError('Invalid lexical structure.');
  return children;
}

function parsedJson(document: string): unknown {
  try {
    return JSON.parse(document);
  } catch (cause) {
    throw new ValidationError('Invalid lexical structure.', { cause });
  }
}

function serialize(children: readonly UncheckedNode[]): string {
  const root = { children, direction: 'ltr', format: '', indent: 0, type: 'root', version: 1 };
  return JSON.stringify({ root });
}
