import { editor } from './editor.ts';
import { newsletter } from './newsletter.ts';

/** The texts in English that only the editor needs. */
export const editorTexts = { editor, newsletter };
