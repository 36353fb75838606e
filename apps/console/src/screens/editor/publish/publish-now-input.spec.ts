import { publishNowInput } from './publish-now-input.ts';

describe('publishing a draft now', () => {
  const now = new Date('2026-11-24T09:00:00Z');

  it('keeps the date of an earlier publication', () => {
    expect(publishNowInput(null, now)).toEqual({ status: 'published' });
    expect(publishNowInput('2026-11-24T08:59:59.000Z', now)).toEqual({ status: 'published' });
  });

  it('replaces a date in the future, which the post has if it was scheduled before', () => {
    expect(publishNowInput('2026-12-01T09:00:00.000Z', now)).toEqual({ status: 'published', published_at: null });
  });
});
