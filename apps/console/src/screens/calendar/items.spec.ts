import type { Role } from '../../api/roles.ts';
import type { CurrentUser } from '../../api/session.ts';
import { type DatedPost, itemOfDated } from './items.ts';

const NOW = Date.parse('2031-05-12T10:00:00Z');

const dated = (type: DatedPost['type'], authorId: string) =>
  ({
    id: 'p1',
    type,
    event: 'scheduled',
    title: 'Tide',
    at: '2031-06-01T10:00:00Z',
    authors: [{ id: authorId, name: 'Ada' }],
  }) as DatedPost;

const user = (role: Role) => ({ id: 'ada', role }) as CurrentUser;

/** @param authorId the author of the scheduled post or page */
const canMove = (role: Role, type: DatedPost['type'], authorId: string): boolean =>
  itemOfDated(dated(type, authorId), user(role), NOW).canMove;

describe('a scheduled post or page in the calendar', () => {
  it.each(['post', 'page'] as const)('of type %s is moved by editors, and by its authors', (type) => {
    expect([canMove('Editor', type, 'other'), canMove('Author', type, 'ada')]).toEqual([true, true]);
    expect([canMove('Author', type, 'other'), canMove('Contributor', type, 'ada')]).toEqual([false, false]);
  });

  it('is overdue ten seconds after its date, when the Admin API lists it as overdue', () => {
    const isOverdueAfter = (ms: number): boolean => {
      const at = new Date(NOW - ms).toISOString();
      return itemOfDated({ ...dated('post', 'ada'), at }, user('Editor'), NOW).isOverdue;
    };
    expect([isOverdueAfter(10_000), isOverdueAfter(10_001)]).toEqual([false, true]);
  });
});
