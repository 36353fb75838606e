import { $insertGeneratedNodes } from '@lexical/clipboard';
import { $generateNodesFromDOM } from '@lexical/html';
import { registerDefaultTransforms } from '@tryghost/kg-default-transforms';
import { ValidationError } from '@almanac/errors';
import { $createParagraphNode, $getRoot } from 'lexical';
import { assertConvertible } from '../../html-to-mobiledoc/assert-convertible';
import { BLANK_LEXICAL } from '../parse-lexical';
import { dom } from './dom';
import { createEditor } from './editor';

/** See `LexicalRenderer.fromHtml`. */
export function htmlToLexical(html: string): string {
  assertConvertible(html);
  if (html.trim() === '') return BLANK_LEXICAL;
  try {
    return convert(html);
  } catch (cause) {
    throw new ValidationError('The html could not be converted.', { property: 'html', cause });
  }
}

function convert(html: string): string {
  const parsed = new dom.window.DOMParser().parseFromString(`<body>${html}</body>`, 'text/html');
  const editor = createEditor();
  registerDefaultTransforms(editor);
  editor.update(
    () => {
      // The nodes are inserted at a selection, which needs a paragraph.
      const paragraph = $createParagraphNode();
      $getRoot().append(paragraph);
      $insertGeneratedNodes(editor, $generateNodesFromDOM(editor, parsed), $getRoot().select());
      paragraph.remove();
    },
    { discrete: true },
  );
  return JSON.stringify(editor.getEditorState().toJSON());
}
