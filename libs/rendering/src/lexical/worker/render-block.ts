import convertToHtml from '@tryghost/kg-lexical-html-renderer/build/convert-to-html-string';
import type { LexicalNode } from '../lexical-node';
import { dom } from './dom';
import { createEditor } from './editor';
import type { MarkdownMeter } from './markdown-meter';
import { safeToRender } from './safe-to-render';
import { responsiveImages } from './responsive-images';

const BLANK_PARAGRAPH: LexicalNode = { type: 'paragraph', children: [], direction: null, format: '', indent: 0 };

const editor = createEditor();

/** The state that the blocks of one document share, so that their heading ids differ and their markdown has one limit. */
export interface BlockScope {
  /** The library stores in it how often each heading id was used. */
  usedIds: Record<string, number>;
  markdown: MarkdownMeter;
}

/**
 * Renders one top-level block to html, in a synchronous update of the editor. The renderer
 * of the library uses an asynchronous update, in which a card that throws ends the process.
 *
 * @throws ValidationError when markdown exceeds a limit; any error of the card
 */
export function renderBlock(block: LexicalNode, { usedIds, markdown }: BlockScope): string {
  if (typeof block.markdown === 'string') markdown.add(block.markdown);
  // The library leaves out the last paragraph of a document if it is blank. The block may be such a paragraph, so another one follows it.
  const root = {
    type: 'root',
    children: [safeToRender(block), BLANK_PARAGRAPH],
    direction: null,
    format: '',
    indent: 0,
  };
  editor.setEditorState(editor.parseEditorState(JSON.stringify({ root })));
  let html = '';
  editor.update(
    () => {
      html = convertToHtml({ dom, usedIdAttributes: usedIds, ...responsiveImages });
    },
    { discrete: true },
  );
  // A JSON string can contain NUL and half of a surrogate pair; PostgreSQL can store neither of them.
  return html.replaceAll('\0', '').toWellFormed();
}

/** An object without a prototype, because heading ids are its keys. */
export function noUsedIds(): Record<string, number> {
  return Object.create(null) as Record<string, number>;
}
