import { once } from 'node:events';
import { connect } from 'node:net';
import { messageOf } from './message-of';

describe('messageOf', () => {
  it('is the message of an error, and the text of any other value', () => {
    expect(messageOf(new Error('No.'))).toBe('No.');
    expect(messageOf('No.')).toBe('No.');
    expect(messageOf(undefined)).toBe('undefined');
  });

  it('names the addresses to which a connection failed', async () => {
    const addresses = [
      { address: '127.0.0.1', family: 4 },
      { address: '127.0.0.2', family: 4 },
    ];
    const socket = connect({ host: 'two.example', port: 1, lookup: (_host, _options, done) => done(null, addresses) });
    const [error] = (await once(socket, 'error').catch((failure: unknown) => [failure])) as [unknown];
    expect(messageOf(error)).toBe('connect ECONNREFUSED 127.0.0.1:1; connect ECONNREFUSED 127.0.0.2:1');
  });
});
