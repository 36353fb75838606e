import type { Accept } from '../accept';
import { postInputs } from '../canary/inputs/post-input';

/** v2 knows no mail fields and no `unpublish_at`: sending them is sending an unknown property. */
export function refusingEmailAndUnpublishing(accept: Accept): Accept {
  return { ...accept, ...postInputs('v2') };
}
