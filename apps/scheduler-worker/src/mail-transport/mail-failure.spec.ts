import { mailFailureOf } from './mail-failure';

const smtp = (responseCode: number, command: string, response: string): Error =>
  Object.assign(new Error(response), { responseCode, command, response });

describe('mailFailureOf', () => {
  it.each([
    ['no connection', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET', command: 'CONN' })],
    ['a rejected password', smtp(535, 'AUTH PLAIN', '535 Bad credentials')],
    ['a rejected sender', smtp(550, 'MAIL FROM', '550 5.7.1 Sender refused')],
    ['a server that closes', smtp(421, 'RCPT TO', '421 4.3.2 Closing')],
    [
      'a throttled account of SES',
      Object.assign(new Error('Rate'), { name: 'TooManyRequestsException', $metadata: {} }),
    ],
    ['something that is no error', undefined],
  ])('calls %s an outage', (_, error) => {
    const failure = mailFailureOf(error);
    expect(failure).toMatchObject({ kind: 'outage', isBadAddress: false });
    expect(failure).not.toHaveProperty('isReplyToRecipient');
  });

  it.each([
    '550 relay not permitted',
    '550 Relaying denied. Proper authentication required.',
    '551 we do not relay',
    '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain',
    '554 5.7.1 <a@example.com>: Relay access denied',
    '454 4.7.1 <a@example.com>: Relay access denied',
    "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    '550 You must authenticate first',
    '550 SMTP AUTH is required for message submission',
    '530 5.7.0 Must issue a STARTTLS command first',
  ])('calls the reply to a recipient "%s" an outage, which may concern this recipient only', (reply) => {
    const failure = mailFailureOf(smtp(Number(reply.slice(0, 3)), 'RCPT TO', reply));
    expect(failure).toEqual({ kind: 'outage', isBadAddress: false, isReplyToRecipient: true, message: reply });
  });

  it.each([
    [450, 'RCPT TO', '450 4.2.1 Greylisted', 'temporary', false],
    [451, 'DATA', '451 Try later', 'temporary', false],
    [550, 'RCPT TO', '550 5.1.1 No such user', 'permanent', true],
    [552, 'RCPT TO', '552 5.2.2 Mailbox full', 'permanent', true],
    [552, 'DATA', '552 5.2.3 Message exceeds the size limit', 'permanent', false],
    [550, 'RCPT TO', '550 No such user', 'permanent', true],
    [550, 'RCPT TO', '550 5.1.10 Recipient has a null MX', 'permanent', true],
    [550, 'RCPT TO', '550 5.1.7 Sender address rejected', 'permanent', false],
    [550, 'RCPT TO', '550 5.1.8 Sender address rejected', 'permanent', false],
    [550, 'RCPT TO', '550 5.7.1 Blocked by policy', 'permanent', false],
    [550, 'RCPT TO', '550 5.7.1 Client host [198.5.2.10] blocked', 'permanent', false],
    [550, 'RCPT TO', '550 5.7.1 Client host [5.2.18.40] blocked', 'permanent', false],
    [550, 'RCPT TO', '550 User unknown [192.5.33.10]', 'permanent', true],
    [550, 'RCPT TO', '550 Rejected by policy', 'permanent', false],
    [550, 'RCPT TO', '550 Access denied', 'permanent', false],
    [550, 'RCPT TO', '550 Blocked, see http://blocklist.example', 'permanent', false],
    [550, 'RCPT TO', '550 User unknown in relay recipient table', 'permanent', true],
    [550, 'RCPT TO', '550 5.1.1 Relaying denied: no such user', 'permanent', true],
    [553, 'RCPT TO', '553 Mailbox name not allowed', 'permanent', true],
    [550, 'DATA', '550 5.7.26 Authentication required: the sender has no SPF record', 'permanent', false],
    [554, 'DATA', '554 Message looks like spam', 'permanent', false],
    [554, 'DATA', '554 5.1.1 No such user', 'permanent', true],
  ] as const)('reads %d after %s: %s', (code, command, response, kind, isBadAddress) => {
    expect(mailFailureOf(smtp(code, command, response))).toEqual({ kind, isBadAddress, message: response });
  });

  it('takes one line of at most 500 characters', () => {
    const { message } = mailFailureOf(smtp(550, 'RCPT TO', `550 a\r\n${'b'.repeat(600)}`));
    expect(message).toHaveLength(500);
    expect(message).toMatch(/^550 a b/);
  });
});
