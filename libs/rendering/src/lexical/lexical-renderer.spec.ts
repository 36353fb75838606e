import { htmlToMobiledoc } from '../html-to-mobiledoc/html-to-mobiledoc';
import { LexicalRenderer } from './lexical-renderer';

const renderer = new LexicalRenderer();
afterAll(() => renderer.close());

const documentOf = (...children: unknown[]) => JSON.stringify({ root: { type: 'root', children } });
const text = (value: string, format = 0) => ({ type: 'extended-text', text: value, format });
const paragraph = (...children: unknown[]) => ({ type: 'paragraph', children });

describe('LexicalRenderer', () => {
  it('renders a document to html and mobiledoc', async () => {
    const { html, mobiledoc } = await renderer.render(documentOf(paragraph(text('Plain '), text('bold', 1))));
    expect(html).toBe('<p>Plain <strong>bold</strong></p>');
    expect(JSON.parse(mobiledoc)).toMatchObject({
      markups: [['strong']],
      sections: [
        [
          1,
          'p',
          [
            [0, [], 0, 'Plain '],
            [0, [0], 1, 'bold'],
          ],
        ],
      ],
    });
  });

  it('writes the sizes of uploaded images that are smaller than the image', async () => {
    const photo = { src: '/content/images/2026/11/a.jpg', width: 1200, height: 800 };
    const { html } = await renderer.render(
      documentOf(
        { type: 'image', ...photo, cardWidth: 'wide' },
        { type: 'gallery', images: [{ ...photo, fileName: 'a.jpg', row: 0 }] },
        { type: 'image', ...photo, src: 'https://other.example/content/images/a.jpg' },
        { type: 'image', ...photo, src: '/content/images/a.svg' },
        { type: 'image', ...photo, src: '/content/images/a.gif' },
        { type: 'image', src: photo.src },
      ),
    );
    const at = (width: number) => `/content/images/size/w${width}/2026/11/a.jpg ${width}w`;
    const srcset = `${at(600)}, ${at(1000)}, ${photo.src} 1200w`;
    expect([...html.matchAll(/srcset="([^"]*)" sizes="([^"]*)"/g)].map(([, ...values]) => values)).toEqual([
      [srcset, '(min-width: 1200px) 1200px'],
      [srcset, '(min-width: 1200px) 1200px'],
    ]);
    expect(html.match(/srcset/g)).toHaveLength(2);
  });

  it('encodes the characters of a URL that end an attribute or a style', async () => {
    const src = `https://x.example/'a' "b" <c> \`d\`.mp4`;
    const { html } = await renderer.render(documentOf({ type: 'video', src, width: 16, height: 9 }));
    expect(html).toContain('src="https://x.example/%27a%27%20%22b%22%20%3Cc%3E%20%60d%60.mp4"');
  });

  it('keeps the URL of a background within its style', async () => {
    const header = {
      type: 'header',
      version: 1,
      style: 'image',
      header: 'Tide',
      backgroundImageSrc: '/a.png);position:fixed;b:(',
      size: 'small',
    };
    const { html } = await renderer.render(documentOf(header));
    expect(html).toContain('url(/a.png%29;position:fixed;b:%28)');
  });

  it('rejects an unknown node with its path', async () => {
    const document = documentOf(paragraph(text('x')), paragraph({ type: 'poll' }));
    await expect(renderer.render(document, '.pages[0].lexical')).rejects.toMatchObject({
      status: 422,
      context: '.pages[0].lexical: root.children[1].children[0] has the unknown node type "poll".',
    });
  });

  it('converts html to lexical', async () => {
    const { html } = await renderer.render(await renderer.fromHtml('<h2>Title</h2><p>A <b>bold</b> word.</p>'));
    expect(html).toBe('<h2 id="title">Title</h2><p>A <strong>bold</strong> word.</p>');
  });

  it('converts html to mobiledoc, with the results and errors of htmlToMobiledoc', async () => {
    const html = '<figure><img src="/a.png"><figcaption>A <b>b</b></figcaption></figure><p>x</p>'.repeat(100);
    expect(await renderer.mobiledocFromHtml(html)).toBe(htmlToMobiledoc(html));
    for (const rejected of ['<p>a</p>'.repeat(3_000), '<li>a']) {
      const { message, property, context } = await renderer.mobiledocFromHtml(rejected).catch((error) => error);
      expect(() => htmlToMobiledoc(rejected)).toThrow(expect.objectContaining({ message, property, context }));
    }
  });

  it('rejects documents after it was closed', async () => {
    const closed = new LexicalRenderer();
    await closed.close();
    await expect(closed.render(documentOf())).rejects.toMatchObject({ status: 503 });
  });

  it('answers 503 when a document takes too long, and renders the next one', async () => {
    const errors: string[] = [];
    const impatient = new LexicalRenderer({ documentTimeoutMs: 1, onError: ({ message }) => errors.push(message) });
    const long = documentOf(...Array.from({ length: 3_000 }, (_, index) => paragraph(text(`${index} & more`, 3))));
    await expect(impatient.render(long)).rejects.toMatchObject({ status: 503 });
    expect(errors).toEqual(['The document takes too long to render.']);
    await impatient.close();
  });

  it('answers 503 when a document waited too long, and processes the others', async () => {
    const busy = new LexicalRenderer({ maxWaitMs: 1 });
    const first = busy.render(documentOf(paragraph(text('first'))));
    const patient = busy.render(documentOf(paragraph(text('patient'))), undefined, 60_000);
    await expect(busy.render(documentOf())).rejects.toMatchObject({
      status: 503,
      retryAfterSeconds: 5,
      context: 'The document waited too long for others.',
    });
    await expect(first).resolves.toMatchObject({ html: '<p>first</p>' });
    await expect(patient).resolves.toMatchObject({ html: '<p>patient</p>' });
    await expect(busy.render(documentOf(paragraph(text('last'))))).resolves.toMatchObject({ html: '<p>last</p>' });
    await busy.close();
  });
});
