import type { ChildNode } from 'domhandler';
import type { EmailTexts } from './texts';

/** The conversion of one post. */
export interface Conversion {
  scope: { siteUrl: string; itemUrl: string };
  texts: EmailTexts;
  /** Converts the content of an element. */
  convert: (nodes: readonly ChildNode[]) => string;
}
