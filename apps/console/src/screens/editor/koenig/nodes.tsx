import { DEFAULT_NODES, type NodeClass } from '@tryghost/koenig-lexical';
import { cloneElement, isValidElement, type ReactElement } from 'react';
import { type MenuTexts, translateMenu } from './card-menu.ts';
import { type Embed, staticEmbedCard } from './static-embed-card.ts';

const isNodeClass = (node: NodeClass | object): node is NodeClass => 'getType' in node && 'prototype' in node;

/**
 * Makes the embed node show a static card instead of the HTML of the embed. Authors can write any HTML into an embed. Koenig would show it
 * in a frame of the Console's own origin, where its scripts could use the session. The preview of the post shows the HTML of the embed.
 */
function showStaticEmbedCard(node: NodeClass): void {
  const { decorate } = node.prototype;
  if (!decorate) throw new Error('The embed node of Koenig has no decorate method.');
  node.prototype.decorate = function (...values) {
    // A wrapper whose only child is the component of the embed.
    const card = decorate.apply(this, values);
    if (!isValidElement<{ children: ReactElement<Embed> }>(card)) return null;
    const { children } = card.props;
    const { html } = children.props;
    return html ? cloneElement(card, {}, cloneElement(children, { html: staticEmbedCard(children.props) })) : card;
  };
}

let isPrepared = false;

/**
 * The nodes of the editor: the default nodes of Koenig, with translated menu entries and static embed cards.
 * @param texts the texts of the card menu; only those of the first call are used, because this call changes the node classes of Koenig
 */
export function editorNodes(texts: MenuTexts): readonly (NodeClass | object)[] {
  if (!isPrepared) {
    for (const node of DEFAULT_NODES.filter(isNodeClass)) {
      translateMenu(node, texts);
      if (node.getType() === 'embed') showStaticEmbedCard(node);
    }
    isPrepared = true;
  }
  return DEFAULT_NODES;
}
