import type { PostStatus } from '@almanac/entities';
import { eventOfMove, initialEvents, statusMoves } from './post-status';

const statuses: PostStatus[] = ['draft', 'scheduled', 'published'];

describe('the status table', () => {
  it('lists every move but the one from published to scheduled', () => {
    const refused = statuses.flatMap((from) =>
      statuses.filter((to) => statusMoves[from][to] === undefined).map((to) => `${from} to ${to}`),
    );
    expect(refused).toEqual(['published to scheduled']);
  });

  it('lets a post begin in every status, and announces two of them', () => {
    expect(initialEvents).toEqual({ draft: null, scheduled: 'scheduled', published: 'published' });
  });
});

describe('eventOfMove', () => {
  it.each([
    ['draft', 'draft', null],
    ['draft', 'scheduled', 'scheduled'],
    ['draft', 'published', 'published'],
    ['scheduled', 'draft', 'unscheduled'],
    ['scheduled', 'scheduled', null],
    ['scheduled', 'published', 'published'],
    ['published', 'draft', 'unpublished'],
    ['published', 'published', 'published.edited'],
  ] as const)('announces %s to %s as %s', (from, to, event) => {
    expect(eventOfMove(from, to)).toBe(event);
  });

  it('refuses to schedule what is published', () => {
    expect(() => eventOfMove('published', 'scheduled')).toThrow(
      'Your post is already published, please reload your page.',
    );
  });
});
