import { siteView } from './site-view';

describe('siteView', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['', 'Etc/UTC'],
    [null, 'Etc/UTC'],
    [undefined, 'Etc/UTC'],
  ])('has for the stored time zone %j the time zone %s', (stored, timezone) => {
    expect(siteView('https://example.com', stored).timezone).toBe(timezone);
  });
});
