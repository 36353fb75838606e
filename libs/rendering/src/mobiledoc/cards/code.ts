import { element, readText, type Card } from '../dom';

/** A block of code, in a figure if it has a caption. */
export const codeCard: Card = {
  name: 'code',
  render(payload, dom) {
    const source = readText(payload, 'code');
    if (source === undefined) return null;
    const language = readText(payload, 'language');
    const className = language === undefined ? undefined : `language-${language}`;
    const code = element(dom, 'code', { class: className }, [dom.createTextNode(source)]);
    const pre = element(dom, 'pre', {}, [code]);
    const caption = readText(payload, 'caption');
    if (caption === undefined) return pre;
    const figcaption = element(dom, 'figcaption', {}, [dom.createRawHTMLSection(caption)]);
    return element(dom, 'figure', { class: 'kg-card kg-code-card' }, [pre, figcaption]);
  },
};
