import { deliveriesOf } from './delivery-pages.ts';
import type { Delivery } from './delivery-queries.ts';

const pageOf = (...ids: string[]) => ({ deliveries: ids.map((id) => ({ id }) as Delivery) });

describe('the deliveries of several pages of results', () => {
  it('contain a delivery once that a new one has moved to the next page', () => {
    const deliveries = deliveriesOf([pageOf('d3', 'd2'), pageOf('d2', 'd1')]);
    expect(deliveries.map(({ id }) => id)).toEqual(['d3', 'd2', 'd1']);
  });
});
