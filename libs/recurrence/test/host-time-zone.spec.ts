import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const JEST = join(__dirname, '../../../node_modules/jest/bin/jest.js');

describe('the host’s time zone', () => {
  it.each(['America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Apia'])('changes nothing when it is %s', (zone) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        JEST,
        '--config',
        join(__dirname, '../jest.config.js'),
        '--runInBand',
        'test/vectors.spec.ts',
        'src/expansion',
        'src/timestamps',
      ],
      { env: { ...process.env, TZ: zone }, encoding: 'utf8' },
    );
    expect(stderr).toContain('3 passed, 3 total');
    expect(status).toBe(0);
  });
});
