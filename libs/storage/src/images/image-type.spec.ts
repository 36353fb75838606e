import { typeOfBytes } from './image-type';

const DOCTYPE = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';

describe('an SVG document', () => {
  it.each([
    ['its root element', '<svg/>'],
    ['a byte order mark and white space', '\uFEFF \n<svg>'],
    ['an XML declaration, a comment and a document type', `<?xml version="1.0"?>\n<!-- a -->\n${DOCTYPE}\n<svg>`],
    [
      'a comment after the document type, as in files of Graphviz',
      `<?xml version="1.0"?>\n${DOCTYPE}\n<!-- a\n -->\n<svg>`,
    ],
    ['a style sheet', '<?xml version="1.0"?><?xml-stylesheet href="a.css"?><svg>'],
  ])('begins with %s', (_name, text) => {
    expect(typeOfBytes(Buffer.from(text))?.mimeType).toBe('image/svg+xml');
  });

  it.each([
    ['another root element', '<html><svg></html>'],
    ['the type of another document', '<!DOCTYPE html><svg>'],
    ['entities', '<!DOCTYPE svg [<!ENTITY a "b">]><svg>'],
    ['text', 'text <svg>'],
    ['a root element in a comment', '<!-- <svg> --><html>'],
  ])('does not begin with %s', (_name, text) => {
    expect(typeOfBytes(Buffer.from(text))).toBeUndefined();
  });
});
