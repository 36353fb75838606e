import { inParts } from './in-parts';

describe('inParts', () => {
  it('lets other requests run between two parts', async () => {
    const order: string[] = [];
    for await (const part of inParts([1, 2, 3, 4, 5], 2)) {
      order.push(part.join(' '));
      setImmediate(() => order.push('other'));
    }
    expect(order).toEqual(['1 2', 'other', '3 4', 'other', '5']);
  });
});
