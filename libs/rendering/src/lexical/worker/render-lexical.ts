import { ValidationError } from '@almanac/errors';
import convertToHtml from '@tryghost/kg-lexical-html-renderer/build/convert-to-html-string';
import { documentLimits } from '../../mobiledoc/document-limits';
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
  const options: ConversionOptions = { dom, usedIdAttributes: Object.create(null) as Record<string, number> };
  let left: number = documentLimits.html;
  const rendered = blocks.map((block, index) => {
    const html = renderBlock(block, options, (cause) =>
      invalidLexical(path, `root.children[${index}] of type "${block.type}" cannot be rendered.`, cause),
    );
    left -= html.length;
    if (left < 0) throw invalidLexical(path, `renders to more than ${documentLimits.html} characters of html.`);
    return { block, html };
  });
  return { html: rendered.map(({ html }) => html).join(''), mobiledoc: lexicalToMobiledoc(rendered) };
}

interface ConversionOptions {
  dom: typeof dom;
  usedIdAttributes: Record<string, number>;
}

/**
 * Renders one block of the root in a synchronous update: the renderer of the library uses an asynchronous one, in which a card that
 * throws ends the process.
 */
function renderBlock(
  block: LexicalNode,
  options: ConversionOptions,
  errorOf: (cause: unknown) => ValidationError,
): string {
  let html = '';
  try {
    // The library leaves out the last paragraph of a document if it is blank.
    const root = {
      type: 'root',
      children: [printable(block), BLANK_PARAGRAPH],
      direction: null,
      format: '',
      indent: 0,
    };
    editor.setEditorState(editor.parseEditorState(JSON.stringify({ root })));
    editor.update(
      () => {
        html = convertToHtml(options);
      },
      { discrete: true },
    );
  } catch (cause) {
    throw errorOf(cause);
  }
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
