import { memberSender } from './member-sender';

const MAIL_FROM = '"Harbour, News" <noreply@site.example>';

describe('the sender of mails to members', () => {
  it.each([
    ['news@site.example', 'news@site.example'],
    ['News@SITE.Example', 'News@SITE.Example'],
    ["o'neil+$&@site.example", "o'neil+$&@site.example"],
  ])('is %j, an address in the domain of MAIL_FROM, with the name of MAIL_FROM', (fromAddress, address) => {
    expect(memberSender(MAIL_FROM, fromAddress)).toEqual({ from: { name: 'Harbour, News', address } });
  });

  it('has no name if MAIL_FROM has none', () => {
    const from = { name: '', address: 'news@site.example' };
    expect(memberSender('noreply@site.example', 'news@site.example')).toEqual({ from });
  });

  it('compares internationalized domains in their ASCII form', () => {
    const from = { name: 'A', address: 'news@bücher.example' };
    expect(memberSender('A <noreply@xn--bcher-kva.example>', 'news@bücher.example')).toEqual({ from });
  });

  it.each(['news@other.example', 'news@mail.site.example', 'news@site.example.org', 'news@notsite.example'])(
    'stays MAIL_FROM for %j in another domain, which gets the replies',
    (address) => {
      expect(memberSender(MAIL_FROM, address)).toEqual({ from: MAIL_FROM, replyTo: { name: '', address } });
    },
  );

  it.each([
    undefined,
    null,
    '',
    'noreply',
    7,
    { address: 'news@site.example' },
    ['news@site.example'],
    'News <news@site.example>',
    'news@site.example, all@site.example',
    'news@site.example\r\nBcc: all@site.example',
    'news@other.example>\r\nBcc: <all@site.example',
  ])('stays MAIL_FROM for the stored value %j', (fromAddress) => {
    expect(memberSender(MAIL_FROM, fromAddress)).toEqual({ from: MAIL_FROM });
  });
});
