import { ValidationError } from '@almanac/errors';
import { type PostTimes, resolveTimes, wholeSeconds } from './post-dates';

const now = new Date('2026-05-01T12:00:00.750Z');
const at = (seconds: number): Date => new Date(Date.UTC(2026, 4, 1, 12, 0, seconds));
const times = (more: Partial<PostTimes>): PostTimes => ({
  status: 'draft',
  publishedAt: null,
  unpublishAt: null,
  ...more,
});
const unpublishError = { context: 'posts.unpublish_at', property: 'unpublish_at' };

function errorOf(before: PostTimes | undefined, wanted: PostTimes): unknown {
  try {
    resolveTimes(before, wanted, now);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(ValidationError);
    return error;
  }
}

describe('wholeSeconds', () => {
  it('cuts the milliseconds', () => {
    expect(wholeSeconds(now)).toEqual(at(0));
  });
});

describe('the date of publishing', () => {
  it('is the current time in whole seconds for a published post without a date', () => {
    expect(resolveTimes(undefined, times({ status: 'published' }), now).publishedAt).toEqual(at(0));
  });

  it('stays empty for a draft, and is kept when the input has one', () => {
    expect(resolveTimes(undefined, times({}), now)).toEqual(times({}));
    const past = times({ status: 'published', publishedAt: at(-1_000) });
    expect(resolveTimes(undefined, past, now)).toEqual(past);
  });

  it('has to be at least two minutes in the future for a scheduled post', () => {
    const scheduled = (publishedAt: Date | null): PostTimes => times({ status: 'scheduled', publishedAt });
    expect(errorOf(undefined, scheduled(null))).toMatchObject({ message: 'Value in published_at cannot be blank.' });
    expect(errorOf(undefined, scheduled(at(120)))).toMatchObject({
      message: 'Date must be at least 2 minutes in the future.',
    });
    expect(errorOf(undefined, scheduled(new Date(now.getTime() + 120_000)))).toBeUndefined();
    expect(errorOf(scheduled(at(30)), scheduled(at(30)))).toBeUndefined();
    expect(errorOf(scheduled(at(30)), scheduled(at(31)))).toBeDefined();
    expect(errorOf(times({ publishedAt: at(30) }), scheduled(at(30)))).toBeDefined();
  });
});

describe('the date of unpublishing', () => {
  it('must not have passed when a draft is published, also if it is unchanged', () => {
    const draft = times({ publishedAt: at(-7_200), unpublishAt: at(-60) });
    expect(errorOf(draft, { ...draft, status: 'published' })).toMatchObject(unpublishError);
    expect(errorOf(draft, { ...draft, status: 'published', unpublishAt: null })).toBeUndefined();
    const published = { ...draft, status: 'published' } as const;
    expect(errorOf(published, published)).toBeUndefined();
  });

  it('is cleared when a published post becomes a draft, and kept otherwise', () => {
    const unpublishAt = at(600);
    const published = times({ status: 'published', publishedAt: at(-600), unpublishAt });
    expect(resolveTimes(published, { ...published, status: 'draft' }, now).unpublishAt).toBeNull();
    expect(resolveTimes(published, published, now).unpublishAt).toEqual(unpublishAt);
    const scheduled = times({ status: 'scheduled', publishedAt: at(300), unpublishAt });
    expect(resolveTimes(scheduled, { ...scheduled, status: 'draft' }, now).unpublishAt).toEqual(unpublishAt);
    expect(resolveTimes(undefined, { ...scheduled, status: 'draft' }, now).unpublishAt).toEqual(unpublishAt);
  });

  it('has to be after the date of publishing', () => {
    const message = 'Value in [posts.unpublish_at] must lie after published_at.';
    const published = times({ status: 'published', publishedAt: at(300) });
    expect(errorOf(published, { ...published, unpublishAt: at(300) })).toMatchObject({ message, ...unpublishError });
    expect(errorOf(published, { ...published, unpublishAt: at(301) })).toBeUndefined();
    const planned = { ...published, unpublishAt: at(600) };
    expect(errorOf(planned, { ...planned, publishedAt: at(600) })).toMatchObject({ message, ...unpublishError });
    expect(errorOf(planned, { ...planned, publishedAt: at(599) })).toBeUndefined();
  });

  it('has to be in the future when it changes', () => {
    const message = 'Date must be in the future.';
    const draft = times({});
    expect(errorOf(draft, { ...draft, unpublishAt: now })).toMatchObject({ message, ...unpublishError });
    expect(errorOf(draft, { ...draft, unpublishAt: new Date(now.getTime() + 1) })).toBeUndefined();
    const past = times({ status: 'published', publishedAt: at(-600), unpublishAt: at(-300) });
    expect(errorOf(past, past)).toBeUndefined();
    expect(errorOf(past, { ...past, unpublishAt: null })).toBeUndefined();
  });
});
