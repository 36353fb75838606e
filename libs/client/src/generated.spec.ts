import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

it('the types belong to the documents and the schema in the repository', () => {
  const script = join(__dirname, '../generate.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
