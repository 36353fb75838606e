import { shownStatus } from './post-status.ts';

describe('the shown status of a post', () => {
  it.each([
    ['draft', false, 'draft'],
    ['draft', true, 'draft'],
    ['scheduled', true, 'scheduled'],
    ['published', false, 'published'],
    ['published', true, 'sent'],
  ] as const)('is, if it is %s and email_only is %s, %s', (status, emailOnly, shown) => {
    expect(shownStatus({ status, email_only: emailOnly })).toBe(shown);
  });
});
