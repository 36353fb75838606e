import { Client } from 'pg';

/** A statement comes as its text, or with its text (and its name, where it is prepared). */
function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const hasText = typeof statement === 'object' && statement !== null && 'text' in statement;
  return hasText ? String(statement.text) : JSON.stringify(statement);
}

/** Runs `work` and returns the SQL statements that were sent meanwhile, by any connection. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const spy = jest.spyOn(Client.prototype, 'query');
  try {
    await work();
    for (const [first] of spy.mock.calls as unknown[][]) statements.push(textOf(first));
    return statements;
  } finally {
    spy.mockRestore();
  }
}
