import { isSenderAddress, isStorableSender, memberSubscriptionSettings } from './member-subscription-settings';

describe('the setting members_subscription_settings', () => {
  it.each([
    ['{"allowSelfSignup":false,"fromAddress":"news@x.io"}', { allowsSelfSignup: false, fromAddress: 'news@x.io' }],
    ['{"allowSelfSignup":true,"fromAddress":"noreply"}', { allowsSelfSignup: true, fromAddress: 'noreply' }],
  ])('%j has the values %j', (stored, expected) => {
    expect(memberSubscriptionSettings(stored)).toEqual(expected);
  });

  it.each([null, undefined, '', '{}', 'null', '7', '[]', '{'])('%j has the defaults', (stored) => {
    expect(memberSubscriptionSettings(stored)).toEqual({ allowsSelfSignup: true, fromAddress: undefined });
  });

  it.each(['news@site.example', "o'neil+$&@site.example", 'news@bücher.example'])('accepts the sender %j', (sender) => {
    expect([isSenderAddress(sender), isStorableSender(sender)]).toEqual([true, true]);
  });

  it.each([undefined, null, '', 'noreply', 'No Reply'])('stores %j, which is no address', (sender) => {
    expect([isSenderAddress(sender), isStorableSender(sender)]).toEqual([false, true]);
  });

  it.each([
    'News <news@site.example>',
    'news@site.example\r\nBcc: all@site.example',
    'news@site.example, other@site.example',
    ' news@site.example',
    '"a b"@site.example',
    'grüße@site.example',
    'news@localhost',
    'news@',
    '@site.example',
    'noreply\r\nBcc: all',
    7,
    true,
    ['news@site.example'],
    { address: 'news@site.example' },
  ])('rejects the sender %j', (sender) => {
    expect([isSenderAddress(sender), isStorableSender(sender)]).toEqual([false, false]);
  });
});
