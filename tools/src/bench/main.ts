// npm run bench [-- <name> …]: runs all benchmarks, or the named ones. Prints tables, and writes JSON and pictures to bench/results.
// `--save` also adds the figures to the file of today, this major version of Node and this processor in docs/benchmarks.
import { resolve } from 'node:path';
import { burst } from './burst.bench';
import { calendar } from './calendar.bench';
import { content } from './content.bench';
import { delivery } from './delivery.bench';
import { deliveryKilled } from './delivery-killed.bench';
import { edit } from './edit.bench';
import { growth } from './growth.bench';
import { type Benchmark } from './harness/figure';
import { saveRun, tableOf, writeResults } from './harness/report';
import { pinSelf } from './harness/service-process';
import { isolation } from './isolation.bench';
import { lexical } from './lexical.bench';
import { members } from './members.bench';
import { newsletter } from './newsletter.bench';
import { publish } from './publish.bench';
import { recurrence } from './recurrence.bench';
import { rest } from './rest.bench';

const ROOT = resolve(__dirname, '../../..');
const benchmarks: Benchmark[] = [
  content,
  edit,
  members,
  calendar,
  recurrence,
  lexical,
  publish,
  newsletter,
  burst,
  delivery,
  deliveryKilled,
  isolation,
  rest,
  growth,
];

async function main(): Promise<void> {
  const isSaved = process.argv.includes('--save');
  const names = process.argv.slice(2).filter((argument) => argument !== '--save');
  const unknown = names.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) {
    const known = benchmarks.map(({ name, description }) => `  ${name}: ${description}`).join('\n');
    throw new Error(`Unknown benchmark: ${unknown.join(', ')}. The benchmarks are:\n${known}`);
  }
  pinSelf();
  for (const benchmark of benchmarks.filter(({ name }) => names.length === 0 || names.includes(name))) {
    process.stderr.write(`running ${benchmark.name}: ${benchmark.description}\n`);
    const figures = await benchmark.run();
    writeResults(ROOT, benchmark.name, figures);
    if (isSaved) saveRun(ROOT, new Date().toISOString().slice(0, 10), benchmark.name, figures);
    process.stdout.write(`${tableOf(figures)}\n\n`);
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
