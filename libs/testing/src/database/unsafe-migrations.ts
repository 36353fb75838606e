/** A migration with its SQL statements in the order of their execution. */
export interface RecordedMigration {
  name: string;
  statements: string[];
  runsInTransaction: boolean;
}

interface IndexStatement {
  kind: 'create' | 'drop';
  isConcurrent: boolean;
  index: string;
  /** Absent for an index that no recorded migration created. */
  table?: string;
}

const CREATED_TABLE = /\bcreate table (?:if not exists )?([\w.]+)/g;
const INDEX_STATEMENT =
  /\bcreate (?:unique )?index (?<createConcurrently>concurrently )?(?:if not exists )?(?<created>[\w.]+) on (?:only )?(?<table>[\w.]+)|\bdrop index (?<dropConcurrently>concurrently )?(?:if exists )?(?<dropped>[\w.]+(?:, [\w.]+)*)/g;

const plainSql = (statement: string): string => statement.replace(/--.*$/gm, '').replace(/\s+/g, ' ').toLowerCase();

const withoutSchema = (name: string): string => name.split('.').at(-1) ?? name;

/** @param tableOf the table of each index by the name of the index; created indexes are added to it */
function indexStatements(sql: string, tableOf: Map<string, string>): IndexStatement[] {
  return [...sql.matchAll(INDEX_STATEMENT)].flatMap(({ groups = {} }): IndexStatement[] => {
    const { createConcurrently, created, table, dropConcurrently, dropped = '' } = groups;
    if (created !== undefined && table !== undefined) {
      tableOf.set(withoutSchema(created), table);
      const isConcurrent = createConcurrently !== undefined;
      return [{ kind: 'create', isConcurrent, index: withoutSchema(created), table }];
    }
    return dropped.split(', ').map((name) => {
      const index = withoutSchema(name);
      return { kind: 'drop', isConcurrent: dropConcurrently !== undefined, index, table: tableOf.get(index) };
    });
  });
}

function problemsOf(
  { name, statements, runsInTransaction }: RecordedMigration,
  tableOf: Map<string, string>,
): string[] {
  const sql = statements.map(plainSql);
  const newTables = new Set(sql.flatMap((text) => [...text.matchAll(CREATED_TABLE)].map(([, table]) => table)));
  const onExisting = sql.flatMap((text) => indexStatements(text, tableOf)).filter(({ table }) => !newTables.has(table));
  const problems: string[] = [];
  for (const [position, { kind, isConcurrent, index, table }] of onExisting.entries()) {
    if (!isConcurrent)
      problems.push(`${name}: ${kind} index ${index} blocks ${table ?? 'its table'}: use concurrently`);
    const successor = onExisting.slice(position + 1).find((next) => next.kind === 'create' && next.table === table);
    if (kind === 'drop' && successor) problems.push(`${name}: ${index} is dropped before ${successor.index} exists`);
  }
  if (runsInTransaction && onExisting.some(({ isConcurrent }) => isConcurrent))
    problems.push(`${name}: needs \`transaction = false as const\``);
  const otherChanges = sql.filter((text) =>
    /^\s*(alter|create (?!unique index|index)|insert|update|delete|drop (?!index))/.test(text),
  );
  if (!runsInTransaction && otherChanges.length > 0)
    problems.push(`${name}: runs outside a transaction and does more than build and drop indexes`);
  return problems;
}

/**
 * Finds unsafe statements on the indexes of existing tables: they block reads or writes, drop an index before its successor exists, or
 * run with the wrong `transaction` setting. Each message describes one problem.
 * @param migrations in the order of their runs
 */
export function unsafeStatements(migrations: readonly RecordedMigration[]): string[] {
  const tableOf = new Map<string, string>();
  return migrations.flatMap((migration) => problemsOf(migration, tableOf));
}
