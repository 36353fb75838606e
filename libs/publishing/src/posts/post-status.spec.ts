import type { PostStatus } from '@almanac/entities';
import { actionOfTransition, initialActions, statusTransitions } from './post-status';

const statuses: PostStatus[] = ['draft', 'scheduled', 'published'];

describe('the status table', () => {
  it('allows every change except from published to scheduled', () => {
    const refused = statuses.flatMap((from) =>
      statuses.filter((to) => statusTransitions[from][to] === undefined).map((to) => `${from} to ${to}`),
    );
    expect(refused).toEqual(['published to scheduled']);
  });

  it('has an event for posts created as scheduled or published', () => {
    expect(initialActions).toEqual({ draft: null, scheduled: 'scheduled', published: 'published' });
  });
});

describe('actionOfTransition', () => {
  it.each([
    ['draft', 'draft', null],
    ['draft', 'scheduled', 'scheduled'],
    ['draft', 'published', 'published'],
    ['scheduled', 'draft', 'unscheduled'],
    ['scheduled', 'scheduled', null],
    ['scheduled', 'published', 'published'],
    ['published', 'draft', 'unpublished'],
    ['published', 'published', 'published.edited'],
  ] as const)('of %s to %s is %s', (from, to, event) => {
    expect(actionOfTransition(from, to)).toBe(event);
  });

  it('throws when a published post is to be scheduled', () => {
    expect(() => actionOfTransition('published', 'scheduled')).toThrow(
      'Your post is already published, please reload your page.',
    );
  });
});
