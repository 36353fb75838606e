import { suggestedTime } from './suggested-time.ts';

describe('the suggested time of publication', () => {
  it.each([
    ['UTC', '2026-06-10T08:20:00Z', '2026-06-10T10:00:00.000Z'],
    ['UTC', '2026-06-10T09:00:00Z', '2026-06-10T10:00:00.000Z'],
    // 13:50 in Kolkata; the suggestion is 15:00 there.
    ['Asia/Kolkata', '2026-06-10T08:20:00Z', '2026-06-10T09:30:00.000Z'],
    ['Asia/Kathmandu', '2026-06-10T08:20:00Z', '2026-06-10T10:15:00.000Z'],
    // The clock is set back from 03:00 to 02:00 in Berlin at 01:00 UTC. 02:00 occurs twice there, so 03:00 is suggested.
    ['Europe/Berlin', '2026-10-24T23:30:00Z', '2026-10-25T02:00:00.000Z'],
    // The clock is set back from 02:00 to 01:30 on Lord Howe Island at 15:00 UTC.
    ['Australia/Lord_Howe', '2026-04-04T13:40:00Z', '2026-04-04T15:30:00.000Z'],
  ])('in %s at %s is %s: a full hour there, at least an hour later', (timeZone, now, suggested) => {
    expect(suggestedTime(new Date(now), timeZone)).toBe(suggested);
  });
});
