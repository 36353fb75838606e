import { assertDirect, connectDirectly, DIRECT_URL_HELP } from './direct-connection';

/** A connection through a pooler: the server has another process id than the startup response. */
jest.mock('pg', () => ({
  Client: class {
    readonly processID = 1;
    on(): void {}
    async connect(): Promise<void> {}
    async query(): Promise<object> {
      return { rows: [{ pid: 2 }] };
    }
    async end(): Promise<void> {}
  },
}));

const URL_OF_POOLER = 'postgres://localhost:6432/almanac';

describe('a connection through a pooler', () => {
  it('is refused with the help of the caller', async () => {
    const target = { url: URL_OF_POOLER, name: 'test', variable: 'The URL', help: DIRECT_URL_HELP };
    await expect(connectDirectly(target, async () => undefined)).rejects.toMatchObject({
      message: 'The URL goes through a connection pooler and has to name the PostgreSQL server itself.',
      help: DIRECT_URL_HELP,
    });
  });

  it('for the queue is refused without the help that names DATABASE_DIRECT_URL', async () => {
    await expect(assertDirect(URL_OF_POOLER, 'QUEUE_URL')).rejects.toMatchObject({
      message: 'QUEUE_URL goes through a connection pooler and has to name the PostgreSQL server itself.',
      help: undefined,
    });
  });
});
