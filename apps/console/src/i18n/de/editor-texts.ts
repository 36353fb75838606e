import type { EditorMessages } from '../en/index.ts';
import { editor } from './editor.ts';
import { newsletter } from './newsletter.ts';

/** The texts in German that only the editor needs. */
export const editorTexts: EditorMessages = { editor, newsletter };
