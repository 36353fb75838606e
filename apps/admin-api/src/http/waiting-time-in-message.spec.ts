import { BadRequestError, TooManyRequestsError } from '@almanac/errors';
import { withWaitingTimeInMessage } from './waiting-time-in-message';

describe('withWaitingTimeInMessage', () => {
  const limitedFor = (retryAfterSeconds?: number) =>
    withWaitingTimeInMessage('Too many attempts', () =>
      Promise.reject(new TooManyRequestsError('Limited', retryAfterSeconds === undefined ? {} : { retryAfterSeconds })),
    );

  it.each([
    [0.2, 'a second'],
    [44.5, '45 seconds'],
    [60, 'a minute'],
    [61, '2 minutes'],
    [600, '10 minutes'],
    [3_541, 'an hour'],
    [3_601, '2 hours'],
  ])('rounds %d s up to %s', async (retryAfterSeconds, words) => {
    await expect(limitedFor(retryAfterSeconds)).rejects.toMatchObject({
      message: `Too many attempts try again in ${words}`,
      retryAfterSeconds,
    });
  });

  it('does not change other errors', async () => {
    await expect(limitedFor()).rejects.toThrow('Limited');
    const other = new BadRequestError('Other');
    await expect(withWaitingTimeInMessage('Too many attempts', () => Promise.reject(other))).rejects.toBe(other);
  });

  it('resolves within the limit', async () => {
    await expect(withWaitingTimeInMessage('Too many attempts', () => Promise.resolve())).resolves.toBeUndefined();
  });
});
