import { $insertGeneratedNodes } from '@lexical/clipboard';
import { $generateNodesFromDOM } from '@lexical/html';
import { registerDefaultTransforms } from '@tryghost/kg-default-transforms';
import { $createParagraphNode, $getRoot } from 'lexical';
import { assertConvertible } from '../../html-to-mobiledoc/assert-convertible';
import { markupCost } from '../../markup-cost';
import type { LexicalNode } from '../lexical-node';
import { BLANK_LEXICAL } from '../parse-lexical';
import { dom } from './dom';
import { createEditor } from './editor';
import { contentOfNodes, linkTargets } from './html-content';
import { partsOf } from './html-parts';
import { markInlineElements } from './inline-elements';
import { MarkdownMeter } from './markdown-meter';
import { noUsedIds, renderBlock } from './render-block';

const editor = createEditor();
registerDefaultTransforms(editor);

/**
 * Limits of the html that is converted to blocks; larger html becomes one html card. The DOM needs about
 * 4 ms for each script, 1 ms for each figure, player or frame, and 0.2 ms for each other tag.
 */
const MAX_SCRIPTS = 100;
const MAX_FIGURES = 400;
const MAX_TAGS = 3_000;
const MAX_ATTRIBUTES = 15_000;
/** The number of times that the parser opens an unclosed formatting element, e.g. `<b>`, again in the next block. */
const MAX_REOPENED = 5_000;
const MAX_LENGTH = 500_000;
const SCRIPT = /<script/gi;
const FIGURE = /<(?:audio|figure|iframe|video)/gi;

/**
 * Does the work of `LexicalRenderer.fromHtml` in the thread.
 * @throws ValidationError when the html exceeds a limit of `assertConvertible`
 */
export function htmlToLexical(html: string): string {
  assertConvertible(html);
  const blocks = isExpensive(html) ? [htmlCardOf(html)] : blocksFrom(html);
  if (blocks.length === 0) return BLANK_LEXICAL;
  return JSON.stringify({
    root: { type: 'root', children: blocks, direction: 'ltr', format: '', indent: 0, version: 1 },
  });
}

function isExpensive(html: string): boolean {
  const { tags, totalAttributes, reopened } = markupCost(html);
  return (
    html.length > MAX_LENGTH ||
    tags > MAX_TAGS ||
    totalAttributes > MAX_ATTRIBUTES ||
    reopened > MAX_REOPENED ||
    (html.match(SCRIPT)?.length ?? 0) > MAX_SCRIPTS ||
    (html.match(FIGURE)?.length ?? 0) > MAX_FIGURES
  );
}

function blocksFrom(html: string): LexicalNode[] {
  const { body } = parse(html);
  const targets = linkTargets(body);
  return (
    convert([...body.childNodes], targets) ?? partsOf(body).flatMap((part) => convert(part, targets) ?? htmlCard(part))
  );
}

/**
 * Converts a part of the html to nodes of the editor.
 * @param targets the ids that links of the html point to
 * @returns undefined if the nodes would not show the same content
 */
function convert(part: readonly Node[], targets: ReadonlySet<string>): LexicalNode[] | undefined {
  // The editor has no node for scripts.
  if (part.some(({ nodeName }) => nodeName === 'SCRIPT')) return undefined;
  try {
    const blocks = blocksOf(part);
    const scope = { usedIds: noUsedIds(), markdown: new MarkdownMeter() };
    const rendered = parse(blocks.map((block) => renderBlock(block, scope)).join('')).body.childNodes;
    return contentOfNodes(rendered, targets) === contentOfNodes(part, targets) ? blocks : undefined;
  } catch (error) {
    // A limit is exceeded, or the library throws for a misplaced element, e.g. a list item outside a list.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function blocksOf(part: readonly Node[]): LexicalNode[] {
  const source = dom.window.document.implementation.createHTMLDocument();
  for (const node of part) source.body.append(source.importNode(node, true));
  markInlineElements(source.body);
  editor.update(
    () => {
      // The nodes are inserted at a selection, which needs a paragraph.
      const paragraph = $createParagraphNode();
      $getRoot().clear().append(paragraph);
      $insertGeneratedNodes(editor, $generateNodesFromDOM(editor, source), $getRoot().select());
      paragraph.remove();
    },
    { discrete: true },
  );
  const { root } = editor.getEditorState().toJSON();
  return root.children as LexicalNode[];
}

function htmlCard(part: readonly Node[]): LexicalNode[] {
  // This document has no window. In a document with a window, jsdom would prepare each script for running.
  const container = dom.window.document.implementation.createHTMLDocument().createElement('div');
  for (const node of part) container.append(container.ownerDocument.importNode(node, true));
  const html = container.innerHTML.trim();
  return html === '' ? [] : [htmlCardOf(html)];
}

function htmlCardOf(html: string): LexicalNode {
  return { type: 'html', version: 1, html };
}

function parse(html: string): Document {
  return new dom.window.DOMParser().parseFromString(`<body>${html}</body>`, 'text/html');
}
