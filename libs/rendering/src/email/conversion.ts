import type { ChildNode } from 'domhandler';
import type { EmailTexts } from './texts';

/** What the converters of html need while they convert one post for mails. */
export interface Conversion {
  /** The bases of relative URLs: the site, and the page of the post. */
  scope: { siteUrl: string; itemUrl: string };
  texts: EmailTexts;
  /** Converts the child nodes of an element to html. */
  convert: (nodes: readonly ChildNode[]) => string;
}
