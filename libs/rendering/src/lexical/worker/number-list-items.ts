import { $isListItemNode, $isListNode, ListItemNode, ListNode } from '@lexical/list';
import { ElementNode, type LexicalNode } from 'lexical';

const appendAndNumberAll = ListNode.prototype.append;

/**
 * Replaces two methods of `@lexical/list`. For each item, the original methods number all items of the list again. To number an item, they
 * count the items before it. So their time is cubic in the length of the list: 7 s for 800 items. The replacements number only the given
 * items.
 */
export function numberListItemsInLinearTime(): void {
  ListNode.prototype.append = function (this: ListNode, ...nodes: LexicalNode[]): ListNode {
    if (!nodes.every($isListItemNode)) return appendAndNumberAll.apply(this, nodes);
    ElementNode.prototype.append.apply(this, nodes);
    for (const item of nodes) numberItem(this, item);
    return this;
  };
  ListItemNode.transform = () => (item) => {
    const list = item.getParent();
    if (!$isListNode(list) || !$isListItemNode(item)) return;
    numberItem(list, item);
    if (list.getListType() !== 'check' && item.getChecked() !== undefined) item.setChecked(undefined);
  };
}

function numberItem(list: ListNode, item: ListItemNode): void {
  const previous = item.getPreviousSibling();
  const value = $isListItemNode(previous) ? previous.getValue() + (isNumbered(previous) ? 1 : 0) : list.getStart();
  if (item.getValue() !== value) item.setValue(value);
}

/** An item with a nested list shares the number of the next item. */
function isNumbered(item: ListItemNode): boolean {
  return !$isListNode(item.getFirstChild());
}
