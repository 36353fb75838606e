import { markupCost } from './markup-cost';

describe('markupCost', () => {
  it('counts tags, comments, images and the attributes of the tag with the most', () => {
    expect(markupCost('<p a b=1 c="<i>"><IMG src=x></p><!-- <b> -->')).toMatchObject({
      tags: 5,
      images: 1,
      maxAttributes: 3,
      totalAttributes: 4,
    });
  });

  it('counts text that looks like a tag inside a tag as an attribute', () => {
    expect(markupCost('<a <b <p>')).toMatchObject({ tags: 1, maxAttributes: 2, maxDepth: 1 });
    expect(markupCost('<a '.repeat(100_000))).toMatchObject({ tags: 1, maxAttributes: 99_999 });
  });

  it('counts text that looks like an end tag in an attribute without a name', () => {
    expect(markupCost('<div = x="</div>">'.repeat(3))).toMatchObject({ tags: 3, maxDepth: 3 });
  });

  it.each([
    ['<p>a <b>b</b><br>c</p>\n<h2>d <i>e</i></h2><hr>', 3],
    ['<b>a</b><i>b</i>', 2],
    ['<p>a<div>b</div><i>c</i>', 3],
    ['<div><p>a</p><p>b</p></div>', 1],
  ])('counts the elements outside all others: %s', (html, roots) => {
    expect(markupCost(html).roots).toBe(roots);
  });
});
