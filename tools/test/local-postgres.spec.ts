import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './local-run';

/** Stops the local Almanac as soon as PostgreSQL has written its pid, and prints whether the server still runs then. */
const STOP_EARLY = `
  import { existsSync, rmSync } from 'node:fs';
  import { join } from 'node:path';
  const load = (path) => import(new URL(path, process.env.TOOLS));
  const { LocalAlmanac } = await load('local/local-almanac.mjs');
  const { freePort } = await load('local/free-port.mjs');
  const { reachableDataFolder, stopLeftover } = await load('local/embedded-postgres.mjs');
  const data = reachableDataFolder(join(process.env.ALMANAC_STATE, 'data'));
  const pidFile = join(data, 'postmaster.pid');
  const progress = { step: (_names, work) => work(), note: () => undefined };
  const almanac = new LocalAlmanac({ ports: { POSTGRES_PORT: await freePort() }, environment: {}, isEmpty: true, progress });
  almanac.start().catch(() => undefined);
  for (const end = Date.now() + 30_000; !existsSync(pidFile) && Date.now() < end; ) await new Promise((resolve) => setTimeout(resolve, 5));
  await almanac.stop();
  console.log(existsSync(pidFile));
  await stopLeftover(data);
  rmSync(data, { recursive: true });
  process.exit(0);`;

describe('the local Almanac', () => {
  it('leaves no PostgreSQL behind if it is stopped while PostgreSQL starts', () => {
    const state = mkdtempSync(join(tmpdir(), 'almanac-stop-'));
    const env = { ...process.env, ALMANAC_STATE: state, TOOLS: pathToFileURL(join(ROOT, 'tools/')).href };
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', STOP_EARLY], {
      encoding: 'utf8',
      env,
      timeout: 50_000,
    });
    rmSync(state, { recursive: true, force: true });
    expect({ isRunning: stdout.trim(), stderr }).toEqual({ isRunning: 'false', stderr: '' });
  });
});
