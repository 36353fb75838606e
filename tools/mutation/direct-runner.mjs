// A test runner for Stryker that runs the suites of an area in its own process and stops at the first test that fails. jest would start
// again and run all tests for each mutant, which takes much longer (ADR 0225).
import suites from './suites.cjs';

const { loadTests, runTest } = suites;
const files = (process.env.MUTATION_TESTS ?? '').split('\n');
const [SUCCESS, FAILED] = [0, 1];

/** The object that Stryker and the changed code share: it selects the active mutant, and records which code ran. */
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

/** Whether the mutant has run more often than Stryker allows, e.g. in an endless loop. The changed code then throws. */
const isHitLimitReached = () => context.hitLimit !== undefined && context.hitCount > context.hitLimit;

async function mutantRun({ activeMutant, testFilter, hitLimit }) {
  Object.assign(context, { activeMutant: activeMutant.id, hitLimit, hitCount: hitLimit === undefined ? undefined : 0 });
  const { killedBy, failureMessage, nrOfTests } = await firstFailure(testFilter && new Set(testFilter));
  if (isHitLimitReached()) return { status: 'timeout', reason: `The mutant ran more than ${hitLimit} times.` };
  return killedBy
    ? { status: 'killed', killedBy: [killedBy], failureMessage, nrOfTests }
    : { status: 'survived', nrOfTests };
}

/** Runs tests until one fails. @param wanted the names of the tests to run; all when absent */
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

/**
 * `reloadEnvironment`: each run loads all code again. So Stryker needs
 * no new process for mutants of code that runs when a file is loaded.
 */
const capabilities = () => ({ reloadEnvironment: true });

export const strykerPlugins = [{ kind: 'TestRunner', name: 'direct', value: { capabilities, dryRun, mutantRun } }];
