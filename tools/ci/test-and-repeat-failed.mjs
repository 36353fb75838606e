// Runs `npm test`; the arguments are passed to jest. If one to eight suites fail, they run once more, one after the other. A suite that
// passes then depends on the load of the machine: it is reported as UNSTABLE, and its failure is in the output of the first run (ADR 0376).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAX_REPEATED = 8;
const folder = mkdtempSync(join(tmpdir(), 'almanac-tests-'));

/** Runs the tests. @returns the exit code, the JSON report of jest, and the paths of the failed suites */
function runTests(name, args) {
  const file = join(folder, `${name}.json`);
  // Without `--forceExit`, jest waits for ever for a socket or a timer that a failed test left open.
  const options = ['--ci', '--forceExit', '--json', `--outputFile=${file}`, ...args];
  const { status } = spawnSync('npm', ['test', '--silent', '--', ...options], { cwd: ROOT, stdio: 'inherit' });
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const failed = report.testResults.filter((suite) => suite.status === 'failed').map((suite) => suite.name);
  return { status: status ?? 1, report, failed };
}

/** The number of failed tests, or that of failed suites if no test failed, e.g. because a suite could not be loaded. */
const failuresOf = ({ numFailedTests, numFailedTestSuites }) => numFailedTests || numFailedTestSuites;

function testAndRepeatFailed() {
  const { status, report, failed } = runTests('first', process.argv.slice(2));
  if (failed.length === 0 || failed.length > MAX_REPEATED)
    return { status, passed: report.numPassedTests, failed: failuresOf(report) };

  const nameOf = (path) => relative(ROOT, path);
  process.stdout.write(`failed, run once more alone: ${failed.map(nameOf).join(', ')}\n`);
  const repeated = runTests('repeated', ['--runInBand', '--runTestsByPath', ...failed]);
  for (const path of failed.filter((each) => !repeated.failed.includes(each)))
    process.stdout.write(`UNSTABLE: ${nameOf(path)} failed beside other suites and passed alone\n`);
  return {
    status: repeated.status,
    passed: report.numPassedTests + report.numFailedTests - repeated.report.numFailedTests,
    failed: failuresOf(repeated.report),
  };
}

const { status, passed, failed } = testAndRepeatFailed();
rmSync(folder, { recursive: true });
process.stdout.write(
  `tests done after ${Math.round(performance.now() / 1000)} s\n${passed} passed, ${failed} failed\n`,
);
process.exitCode = status;
