import { AlmanacError } from '@almanac/errors';
import { ImportedFiles, ImportExportService, importFile, type ImportResult, systemActor } from '@almanac/publishing';
import { addOwner, createTestDatabase, type TestDatabase } from '@almanac/testing';
import { Readable } from 'node:stream';
import type { DataSource } from 'typeorm';
import { publishingContext } from '../cli/publishing-context';
import { SeededRandom } from '../faults/random';
import { type FuzzedFile, fuzzedFile } from './fuzzed-file';
import { lossesOf } from './losses';

const SEED = 20_261_122;
const FILES = Number(process.env.ALMANAC_FUZZED_FILES ?? 25);
const counted = ['posts', 'tags', 'users', 'members', 'labels'] as const;

jest.setTimeout(60_000 + FILES * 3_000);

let database: TestDatabase;
let dataSource: DataSource;
let contents: ImportExportService;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.publishing();
  await addOwner(dataSource.manager);
  contents = new ImportExportService(publishingContext(dataSource, 'https://site.example'));
});
afterAll(() => database.drop());

async function runImport({ filename, content }: FuzzedFile): Promise<ImportResult | AlmanacError> {
  const files = new ImportedFiles(() => Promise.resolve('stored'));
  try {
    const stream = Readable.from([content]);
    return await importFile(contents, systemActor, { filename, stream }, { files, keepsStaffAccess: false });
  } catch (error) {
    if (error instanceof AlmanacError && error.status < 500) return error;
    throw error;
  }
}

async function rowsStored(): Promise<Record<string, number>> {
  const counts = counted.map((table) => `(select count(*)::int from publishing.${table}) as ${table}`);
  const [row] = await dataSource.query(`select ${counts.join(', ')}`);
  return row as Record<string, number>;
}

const storedIn = ({ report }: ImportResult, table: string): number =>
  report.tables.find((one) => one.table === table)?.stored ?? 0;

describe('files of all kinds', () => {
  it(`${FILES} generated ones: every row is stored, already present or reported, and a second import changes nothing`, async () => {
    const random = new SeededRandom(SEED);
    const findings: string[] = [];
    let imported = 0;
    for (let number = 1; number <= FILES; number += 1) {
      const file = fuzzedFile(random, number);
      const before = await rowsStored();
      const result = await runImport(file);
      const after = await rowsStored();
      if (result instanceof AlmanacError) {
        if (file.rows !== undefined)
          findings.push(`file ${number} was refused: ${result.message} ${result.context ?? ''}`);
        expect(after).toEqual(before);
        continue;
      }
      imported += 1;
      findings.push(...lossesOf(result.report, file.rows ?? {}).map((loss) => `file ${number}: ${loss}`));
      for (const table of counted) {
        const added = (after[table] ?? 0) - (before[table] ?? 0);
        if (added !== storedIn(result, table))
          findings.push(`file ${number}: ${table} has ${added} more rows, not ${storedIn(result, table)}`);
      }
      await runImport(file);
      const again = await rowsStored();
      for (const table of counted) {
        if (again[table] !== after[table])
          findings.push(`file ${number}: a second import added ${(again[table] ?? 0) - (after[table] ?? 0)} ${table}`);
      }
    }
    expect(findings).toEqual([]);
    expect(imported).toBeGreaterThan(FILES / 4);
  });
});
