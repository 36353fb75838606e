import { createTestDatabase, freePort, type TestDatabase } from '@almanac/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, ROOT } from './local-run';

describe('scheduler-worker', () => {
  let database: TestDatabase;
  let worker: ChildProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    const port = await freePort();
    worker = spawn(process.execPath, [join(ROOT, 'apps/scheduler-worker/dist/main.js')], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: database.url,
        QUEUE_URL: database.url,
        SITE_URL: 'https://site.example',
        ENCRYPTION_KEY: 'a key that only this test uses, of 32',
        HOST: '127.0.0.1',
        PORT: String(port),
      },
      stdio: 'ignore',
    });
    await eventually(() =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  });
  afterAll(async () => {
    if (worker.exitCode === null && worker.signalCode === null) {
      worker.kill('SIGTERM');
      await once(worker, 'exit');
    }
    await database.drop();
  });

  it('has threads for the lookups of many host names', () => {
    // Linux lists the threads of a process as files.
    expect(readdirSync(`/proc/${worker.pid}/task`).length).toBeGreaterThan(64);
  });
});
