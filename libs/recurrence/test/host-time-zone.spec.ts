import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const JEST = join(__dirname, '../../../node_modules/jest/bin/jest.js');
const CONFIGURATION = join(__dirname, '../jest.config.js');

describe('the time zone of the host', () => {
  it.each(['America/St_Johns', 'Pacific/Apia'])('changes no vector when it is %s', (zone) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [JEST, '--config', CONFIGURATION, '--runInBand', 'test/vectors.spec.ts', 'src/timestamps'],
      { env: { ...process.env, TZ: zone, FORCE_COLOR: '0' }, encoding: 'utf8' },
    );
    expect(stderr).toContain('2 passed, 2 total');
    expect(status).toBe(0);
  });
});
