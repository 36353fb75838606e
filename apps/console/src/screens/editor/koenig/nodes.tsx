import { DEFAULT_NODES, type NodeClass } from '@tryghost/koenig-lexical';
import { cloneElement, isValidElement, type ReactElement } from 'react';
import { type MenuTexts, translateMenu } from './card-menu.ts';
import { pictureOfEmbed } from './picture-of-embed.ts';

const isNodeClass = (node: NodeClass | object): node is NodeClass => 'getType' in node && 'prototype' in node;

interface EmbedProps {
  html?: string;
  url?: string;
  metadata?: unknown;
}

/**
 * Koenig shows the html of an embed in a frame of the Console's own origin. Authors write that html, so the card shows a picture
 * of the embed instead; the preview shows the embed itself.
 */
function showPictureOfEmbed(node: NodeClass): void {
  const { decorate } = node.prototype;
  if (!decorate) throw new Error('The embed node of Koenig has no decorate method.');
  node.prototype.decorate = function (...values) {
    const card = decorate.apply(this, values);
    if (!isValidElement<{ children: ReactElement<EmbedProps> }>(card)) return null;
    const { children } = card.props;
    const { html } = children.props;
    return html ? cloneElement(card, {}, cloneElement(children, { html: pictureOfEmbed(children.props) })) : card;
  };
}

let isPrepared = false;

/** The nodes of the editor, which the server can all render. @param texts of the card menu; only the first call applies them */
export function editorNodes(texts: MenuTexts): readonly (NodeClass | object)[] {
  if (!isPrepared) {
    for (const node of DEFAULT_NODES.filter(isNodeClass)) {
      translateMenu(node, texts);
      if (node.getType() === 'embed') showPictureOfEmbed(node);
    }
    isPrepared = true;
  }
  return DEFAULT_NODES;
}
