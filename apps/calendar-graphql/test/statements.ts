import { Client } from 'pg';

/** Runs `work` and tells the SQL statements that were sent meanwhile, by whatever connection. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const spy = jest.spyOn(Client.prototype, 'query');
  try {
    await work();
    for (const [first] of spy.mock.calls as unknown[][]) {
      statements.push(typeof first === 'string' ? first : JSON.stringify(first));
    }
    return statements;
  } finally {
    spy.mockRestore();
  }
}
