const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 does not allow, not even escaped. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** An XML element that contains text. */
export const element = (name: string, text: string): string =>
  `<${name}>${text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')}</${name}>`;

export const XML_HEADERS = { 'content-type': 'application/xml; charset=utf-8' };
