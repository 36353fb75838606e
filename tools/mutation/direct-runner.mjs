// A test runner of Stryker that runs the suites of an area in its own process and stops at the first test that fails. jest starts
// anew for each mutant and runs all tests, which takes some twenty times as long.
import suites from './suites.cjs';

const { loadTests, runTest } = suites;
const files = (process.env.MUTATION_TESTS ?? '').split('\n');
const [SUCCESS, FAILED] = [0, 1];

/** What the changed code shares with Stryker: which mutant is active, and which code ran. */
const context = (globalThis.__stryker__ ??= {});

async function dryRun() {
  context.activeMutant = undefined;
  const tests = [];
  for (const [name, test] of loadTests(files)) {
    context.currentTestId = name;
    const { error, timeSpentMs } = await runTest(test);
    const result = { id: name, name, fileName: test.file, timeSpentMs };
    tests.push(error ? { ...result, status: FAILED, failureMessage: String(error) } : { ...result, status: SUCCESS });
  }
  context.currentTestId = undefined;
  return { status: 'complete', tests, mutantCoverage: context.mutantCoverage };
}

/** Whether the mutant has run so often that it must be an endless loop. The changed code then throws. */
const isHitLimitReached = () => context.hitLimit !== undefined && context.hitCount > context.hitLimit;

async function mutantRun({ activeMutant, testFilter, hitLimit }) {
  Object.assign(context, { activeMutant: activeMutant.id, hitLimit, hitCount: hitLimit === undefined ? undefined : 0 });
  const { killedBy, failureMessage, nrOfTests } = await firstFailure(testFilter && new Set(testFilter));
  if (isHitLimitReached()) return { status: 'timeout', reason: `The mutant ran more than ${hitLimit} times.` };
  return killedBy
    ? { status: 'killed', killedBy: [killedBy], failureMessage, nrOfTests }
    : { status: 'survived', nrOfTests };
}

async function firstFailure(wanted) {
  let tests;
  try {
    tests = loadTests(files);
  } catch (error) {
    return { killedBy: 'loading the suites', failureMessage: String(error), nrOfTests: 1 };
  }
  let nrOfTests = 0;
  for (const [name, test] of tests) {
    if (wanted && !wanted.has(name)) continue;
    nrOfTests += 1;
    const { error } = await runTest(test);
    if (error || isHitLimitReached()) return { killedBy: name, failureMessage: String(error), nrOfTests };
  }
  return { nrOfTests };
}

/** Stryker does not have to start a new process for a mutant of code that runs when a file is loaded. */
const capabilities = () => ({ reloadEnvironment: true });

export const strykerPlugins = [{ kind: 'TestRunner', name: 'direct', value: { capabilities, dryRun, mutantRun } }];
