import { Client } from 'pg';

/** The SQL of a statement, which is a string, or an object with the property `text`. */
function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const hasText = typeof statement === 'object' && statement !== null && 'text' in statement;
  return hasText ? String(statement.text) : JSON.stringify(statement);
}

/** Runs `work`. @returns the SQL statements that all `pg` clients of this process sent in the meantime, in order */
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
