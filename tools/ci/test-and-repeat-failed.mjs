// Runs the test command of the README. Up to three suites that fail run once more, alone: a suite that only passes there depends on
// the load of the machine. It is reported as unstable, with its first failure above (ADR 0376). Arguments go to jest.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAX_REPEATED = 3;
const folder = mkdtempSync(join(tmpdir(), 'almanac-tests-'));

/** Runs the tests, and returns jest's report with the exit code. */
function runTests(name, args) {
  const file = join(folder, `${name}.json`);
  const options = ['--ci', '--json', `--outputFile=${file}`, ...args];
  const { status } = spawnSync('npm', ['test', '--silent', '--', ...options], { cwd: ROOT, stdio: 'inherit' });
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const failed = report.testResults.filter((suite) => suite.status === 'failed').map((suite) => suite.name);
  return { status: status ?? 1, report, failed };
}

/** The number of failed tests, or of failed suites when their tests could not start. */
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
