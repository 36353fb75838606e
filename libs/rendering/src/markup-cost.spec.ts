import { markupCost } from './markup-cost';

describe('the cost of a markup', () => {
  it('counts tags, comments, images and the most attributes of a tag', () => {
    expect(markupCost('<p a b=1 c="<i>"><IMG src=x></p><!-- <b> -->')).toMatchObject({
      tags: 5,
      images: 1,
      attributes: 3,
    });
  });

  it('reads what looks like a tag within a tag once, as an attribute', () => {
    expect(markupCost('<a <b <p>')).toMatchObject({ tags: 1, attributes: 2, depth: 1 });
    expect(markupCost('<a '.repeat(100_000))).toMatchObject({ tags: 1, attributes: 99_999 });
  });
});
