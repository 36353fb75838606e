import type { Card } from '../dom';

/** A horizontal line. */
export const hrCard: Card = {
  name: 'hr',
  render: (_, dom) => dom.createElement('hr'),
};
