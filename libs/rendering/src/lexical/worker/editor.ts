import { createHeadlessEditor } from '@lexical/headless';
import { LinkNode } from '@lexical/link';
import { ListItemNode, ListNode } from '@lexical/list';
import { HeadingNode, QuoteNode } from '@lexical/rich-text';
import { DEFAULT_CONFIG, DEFAULT_NODES } from '@tryghost/kg-default-nodes';
import { $isTextNode, type DOMConversion, type LexicalEditor } from 'lexical';
import { numberListItemsInLinearTime } from './number-list-items';

numberListItemsInLinearTime();

/** Reads the element `mark` as highlighted text. Lexical renders highlighted text as `mark`, but does not read `mark` elements. */
const HIGHLIGHT: DOMConversion = {
  conversion: () => ({
    node: null,
    forChild: (node) => ($isTextNode(node) && !node.hasFormat('highlight') ? node.toggleFormat('highlight') : node),
  }),
  priority: 1,
};

/** Creates an editor without a browser that knows the nodes of `node-types.ts`. Errors of its updates are thrown. */
export function createEditor(): LexicalEditor {
  return createHeadlessEditor({
    nodes: [HeadingNode, QuoteNode, ListNode, ListItemNode, LinkNode, ...DEFAULT_NODES],
    html: { ...DEFAULT_CONFIG.html, import: { ...DEFAULT_CONFIG.html.import, mark: () => HIGHLIGHT } },
    onError: (error) => {
      throw error;
    },
  });
}
