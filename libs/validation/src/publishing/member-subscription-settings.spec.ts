import { memberSubscriptionSettings } from './member-subscription-settings';

describe('the setting members_subscription_settings', () => {
  it.each([
    ['{"allowSelfSignup":false}', { allowsSelfSignup: false }],
    ['{"allowSelfSignup":true}', { allowsSelfSignup: true }],
  ])('%j has the values %j', (stored, expected) => {
    expect(memberSubscriptionSettings(stored)).toEqual(expected);
  });

  it.each([null, undefined, '', '{}', 'null', '7', '[]', '{'])('%j has the defaults', (stored) => {
    expect(memberSubscriptionSettings(stored)).toEqual({ allowsSelfSignup: true });
  });
});
