import type { ChildNode } from 'domhandler';
import type { EmailTexts } from './texts';

/** The values and functions that converters of html need while they convert one post for mails. */
export interface Conversion {
  /** The bases of relative URLs: `siteUrl` is the URL of the site, `itemUrl` that of the post. A post by e-mail only has no `itemUrl`. */
  scope: { siteUrl: string; itemUrl?: string };
  texts: EmailTexts;
  /** Converts the child nodes of an element to html. */
  convert: (nodes: readonly ChildNode[]) => string;
}
