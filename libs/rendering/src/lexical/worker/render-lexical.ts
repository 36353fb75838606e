import { ValidationError } from '@almanac/errors';
import convertToHtml from '@tryghost/kg-lexical-html-renderer/build/convert-to-html-string';
import { HtmlBudget } from '../../mobiledoc/document-limits';
import { assertMarkdownFits } from '../../mobiledoc/markdown';
import { invalidLexical, parseLexical } from '../parse-lexical';
import type { LexicalNode } from '../lexical-node';
import { lexicalToMobiledoc } from '../lexical-to-mobiledoc';
import { dom } from './dom';
import { createEditor } from './editor';
import type { RenderedLexical } from './messages';
import { printable } from './printable';

const BLANK_PARAGRAPH: LexicalNode = { type: 'paragraph', children: [], direction: null, format: '', indent: 0 };

const editor = createEditor();

/** See `LexicalRenderer.render`. */
export function renderLexical(source: string, path = '.posts[0].lexical'): RenderedLexical {
  const blocks = withoutLastBlankParagraph(parseLexical(source, path).root.children);
  const scope: Scope = {
    options: { dom, usedIdAttributes: Object.create(null) as Record<string, number> },
    markdown: new HtmlBudget(),
    html: new HtmlBudget(),
  };
  const rendered = blocks.map((block, index) => {
    try {
      const html = renderBlock(block, scope);
      scope.html.take(html.length);
      return { block, html };
    } catch (cause) {
      const reason = cause instanceof ValidationError ? cause.context : 'It cannot be rendered.';
      throw invalidLexical(path, `root.children[${index}] of type "${block.type}": ${reason}`, cause);
    }
  });
  return { html: rendered.map(({ html }) => html).join(''), mobiledoc: lexicalToMobiledoc(rendered) };
}

interface Scope {
  options: { dom: typeof dom; usedIdAttributes: Record<string, number> };
  markdown: HtmlBudget;
  html: HtmlBudget;
}

/**
 * Renders one block of the root in a synchronous update: the renderer of the library uses an asynchronous one, in which a card that
 * throws ends the process.
 */
function renderBlock(block: LexicalNode, { options, markdown }: Scope): string {
  if (typeof block.markdown === 'string') assertMarkdownFits(block.markdown, markdown);
  // The library leaves out the last paragraph of a document if it is blank.
  const root = { type: 'root', children: [printable(block), BLANK_PARAGRAPH], direction: null, format: '', indent: 0 };
  editor.setEditorState(editor.parseEditorState(JSON.stringify({ root })));
  let html = '';
  editor.update(
    () => {
      html = convertToHtml(options);
    },
    { discrete: true },
  );
  // A JSON string can contain a null character; html and PostgreSQL cannot.
  return html.replaceAll('\0', '');
}

/** Koenig keeps a blank paragraph at the end of a document, which is not printed. */
function withoutLastBlankParagraph(blocks: LexicalNode[]): LexicalNode[] {
  const last = blocks.at(-1);
  return last?.type === 'paragraph' && textOf(last).trim() === '' ? blocks.slice(0, -1) : blocks;
}

function textOf(node: LexicalNode): string {
  if (typeof node.text === 'string') return node.text;
  return (node.children ?? []).map(textOf).join('');
}
