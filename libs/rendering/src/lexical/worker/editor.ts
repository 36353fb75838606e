import { createHeadlessEditor } from '@lexical/headless';
import { LinkNode } from '@lexical/link';
import { ListItemNode, ListNode } from '@lexical/list';
import { HeadingNode, QuoteNode } from '@lexical/rich-text';
import { DEFAULT_CONFIG, DEFAULT_NODES } from '@tryghost/kg-default-nodes';
import type { LexicalEditor } from 'lexical';
import { numberListItemsInLinearTime } from './number-list-items';

numberListItemsInLinearTime();

/** Creates an editor without a browser that knows the nodes of `node-types.ts`. Errors of its updates are thrown. */
export function createEditor(): LexicalEditor {
  return createHeadlessEditor({
    nodes: [HeadingNode, QuoteNode, ListNode, ListItemNode, LinkNode, ...DEFAULT_NODES],
    html: DEFAULT_CONFIG.html,
    onError: (error) => {
      throw error;
    },
  });
}
