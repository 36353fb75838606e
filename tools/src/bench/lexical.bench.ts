import {
  assertLexical,
  lexicalMatchingHtml,
  LexicalRenderer,
  mobiledocMatchingHtml,
  mobiledocToHtml,
  mobiledocToLexical,
} from '@almanac/rendering';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Benchmark, type Figure, median } from './harness/figure';

const RUNS = 9;
const WARM_UP_RUNS = 5;
const SIZES_IN_KILOBYTES = [10, 100, 300];
const MAX_LOOP_DELAY_MS = 50;
const NANOSECONDS_PER_MS = 1e6;
const MEGABYTE = 1_048_576;

/**
 * A mobiledoc whose lexical form has at least this many kilobytes: prose with formats and links, headings, lists, images and html cards.
 */
function mobiledocFor(kilobytes: number): string {
  const markups = [['strong'], ['a', ['href', '/about/']]];
  const prose = 'The tide table is the most useful page you own, and the one you read last. ';
  const paragraph = [
    1,
    'p',
    [
      [0, [], 0, prose],
      [0, [0], 1, 'Bold words'],
      [0, [], 0, ' and '],
      [0, [1], 1, 'a link'],
      [0, [], 0, ` in a sentence. ${prose}`],
    ],
  ];
  const sections: unknown[] = [];
  const cards: unknown[] = [];
  const document = { version: '0.3.1', ghostVersion: '4.0', markups, atoms: [], cards, sections };
  do {
    sections.push([1, 'h2', [[0, [], 0, `Chapter ${sections.length}`]]], ...Array.from({ length: 6 }, () => paragraph));
    sections.push([3, 'ul', Array.from({ length: 4 }, () => [[0, [], 0, prose]])]);
    sections.push([
      10,
      cards.push(['image', { src: '/content/images/a.png', alt: 'A tide', caption: 'Low tide' }]) - 1,
    ]);
    sections.push([10, cards.push(['html', { html: `<table><tr><td>${prose}</td></tr></table>` }]) - 1]);
  } while (mobiledocToLexical(JSON.stringify(document)).length < kilobytes * 1_000);
  return JSON.stringify(document);
}

/** The processor time of all threads during `action`, in ms. Unlike the elapsed time, it does not depend much on other programs. */
async function cpuOf(action: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function repeat<T>(times: number, action: () => Promise<T>): Promise<T[]> {
  const values: T[] = [];
  for (let i = 0; i < times; i++) values.push(await action());
  return values;
}

async function costOf(renderer: LexicalRenderer, kilobytes: number): Promise<Figure[]> {
  const mobiledoc = mobiledocFor(kilobytes);
  const lexical = mobiledocToLexical(mobiledoc);
  const measure = async (action: () => unknown): Promise<number[]> => {
    await repeat(WARM_UP_RUNS, () => cpuOf(action));
    return repeat(RUNS, () => cpuOf(action));
  };
  const common = { benchmark: 'lexical', unit: 'ms', bar: 'none', isMet: null };
  const mobiledocToHtmlCost = { name: 'mobiledoc to html', values: await measure(() => mobiledocToHtml(mobiledoc)) };
  return [
    {
      ...common,
      measure: `lexical of ${kilobytes} kB to html and mobiledoc, processor time`,
      values: await measure(() => renderer.render(lexical)),
      reference: mobiledocToHtmlCost,
    },
    {
      ...common,
      measure: `mobiledoc to lexical of ${kilobytes} kB, processor time`,
      values: await measure(() => mobiledocToLexical(mobiledoc)),
      reference: mobiledocToHtmlCost,
    },
  ];
}

/**
 * The longest pauses of the event loop while the largest document is rendered, and while an import compares the document with html whose
 * content differs slightly.
 */
async function pauses(renderer: LexicalRenderer): Promise<Figure[]> {
  const kilobytes = SIZES_IN_KILOBYTES.at(-1) ?? 0;
  const mobiledoc = mobiledocFor(kilobytes);
  const lexical = mobiledocToLexical(mobiledoc);
  const html = mobiledocToHtml(mobiledoc).replace('Chapter 0', 'Another title');
  const tools = {
    assert: (document: string): void => assertLexical(document, 'lexical'),
    render: async (document: string): Promise<string> => (await renderer.render(document)).html,
  };
  return [
    await pauseOf(`${kilobytes} kB`, () => renderer.render(lexical)),
    await pauseOf(`the import of ${kilobytes} kB of lexical`, () => lexicalMatchingHtml(lexical, html, tools)),
    await pauseOf(`the import of ${kilobytes} kB of mobiledoc`, () => mobiledocMatchingHtml(mobiledoc, html)),
  ];
}

async function pauseOf(label: string, action: () => Promise<unknown>): Promise<Figure> {
  const values = await repeat(RUNS, async () => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await action();
    delay.disable();
    return delay.max / NANOSECONDS_PER_MS;
  });
  return {
    benchmark: 'lexical',
    measure: `longest pause of the event loop during ${label}`,
    values,
    unit: 'ms',
    bar: `≤ ${MAX_LOOP_DELAY_MS} ms`,
    limits: { value: MAX_LOOP_DELAY_MS },
    isMet: median(values) <= MAX_LOOP_DELAY_MS,
  };
}

/** The cost of the worker thread that renders lexical. It starts with the first document. */
async function threadStartCost(): Promise<Figure[]> {
  const renderer = new LexicalRenderer();
  const before = process.memoryUsage.rss();
  const cpu = await cpuOf(() => renderer.render(mobiledocToLexical(null)));
  const memory = (process.memoryUsage.rss() - before) / MEGABYTE;
  await renderer.close();
  const common = { benchmark: 'lexical', bar: 'none', isMet: null };
  return [
    { ...common, measure: 'start of the thread, processor time', values: [cpu], unit: 'ms' },
    { ...common, measure: 'memory of the thread after one document', values: [memory], unit: 'MB' },
  ];
}

async function run(): Promise<Figure[]> {
  const figures = await threadStartCost();
  const renderer = new LexicalRenderer();
  for (const kilobytes of SIZES_IN_KILOBYTES) figures.push(...(await costOf(renderer, kilobytes)));
  figures.push(...(await pauses(renderer)));
  await renderer.close();
  return figures;
}

/** Measures the cost of lexical, compared with that of mobiledoc for the same content. */
export const lexical: Benchmark = {
  name: 'lexical',
  description: 'rendering of the same content as lexical and as mobiledoc, and the pauses of the event loop',
  run,
};
