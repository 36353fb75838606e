import { ValidationError } from '@almanac/errors';
import { HtmlBudget } from '../../mobiledoc/document-limits';
import type { LexicalNode } from '../lexical-node';
import { lexicalToMobiledoc } from '../lexical-to-mobiledoc';
import { invalidLexical, parseLexical } from '../parse-lexical';
import { MarkdownMeter } from './markdown-meter';
import { htmlToPlaintextV5 } from '../../plaintext/html-to-plaintext-v5';
import type { RenderedLexical } from './messages';
import { noUsedIds, renderBlock } from './render-block';

/**
 * Does the work of `LexicalRenderer.render` in the worker thread.
 * @param path the path of the document in the request body, for error messages
 * @throws ValidationError when the document is invalid or exceeds a limit
 */
export function renderLexical(source: string, path = '.posts[0].lexical'): RenderedLexical {
  const blocks = withoutLastBlankParagraph(parseLexical(source, path).root.children);
  const scope = { usedIds: noUsedIds(), markdown: new MarkdownMeter() };
  const budget = new HtmlBudget();
  const rendered = blocks.map((block, index) => {
    try {
      const html = renderBlock(block, scope);
      budget.spend(html.length);
      return { block, html };
    } catch (cause) {
      const reason = cause instanceof ValidationError ? cause.context : 'It cannot be rendered.';
      throw invalidLexical(path, `root.children[${index}] of type "${block.type}": ${reason}`, cause);
    }
  });
  const html = rendered.map((part) => part.html).join('');
  return { html, plaintext: htmlToPlaintextV5(html), mobiledoc: lexicalToMobiledoc(rendered) };
}

/** The editor of Ghost keeps a blank paragraph at the end of a document. It is not printed. */
function withoutLastBlankParagraph(blocks: LexicalNode[]): LexicalNode[] {
  const last = blocks.at(-1);
  return last?.type === 'paragraph' && textOf(last).trim() === '' ? blocks.slice(0, -1) : blocks;
}

function textOf(node: LexicalNode): string {
  if (typeof node.text === 'string') return node.text;
  return (node.children ?? []).map(textOf).join('');
}
