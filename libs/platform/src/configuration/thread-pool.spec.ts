import { execFileSync } from 'node:child_process';
import { setThreadPoolSize } from './thread-pool';

/** Prints the number of threads of the process after the first lookup of a host name. */
const COUNT_THREADS = `
  require('node:dns').lookup('localhost', () => console.log(require('node:fs').readdirSync('/proc/self/task').length));`;

/** The number of threads of a new process that runs `setup` first. Some are not those of lookups. */
function threadsOf(setup: string, environment: Record<string, string> = {}): number {
  const env = { PATH: process.env.PATH, ...environment };
  return Number(execFileSync(process.execPath, ['-e', `${setup};${COUNT_THREADS}`], { env, encoding: 'utf8' }));
}

// Only Linux lists the threads of a process in files.
describe('setThreadPoolSize', () => {
  const setSize = `(${setThreadPoolSize.toString()})(24)`;

  it('sets the number of threads of a process that has just started', () => {
    expect(threadsOf(setSize) - threadsOf('')).toBe(24 - 4);
  });

  it('leaves the number of the operator', () => {
    expect(threadsOf(setSize, { UV_THREADPOOL_SIZE: '6' }) - threadsOf('')).toBe(6 - 4);
  });
});
