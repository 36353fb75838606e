import {
  assertLexical,
  lexicalAsSeen,
  LexicalRenderer,
  mobiledocAsSeen,
  mobiledocToHtml,
  mobiledocToLexical,
} from '@almanac/rendering';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Benchmark, type Figure, median } from './harness/figure';

const RUNS = 9;
const WARM_UP = 5;
const SIZES_IN_KILOBYTES = [10, 100, 300];
const MAX_LOOP_DELAY_MS = 50;
const NANOSECONDS = 1e6;
const MEGABYTE = 1_048_576;

/** A mobiledoc whose lexical form has about this size: prose with formats and links, headings, lists, images and html cards. */
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

/** Processor time of all threads in ms, because other programs may use the machine at the same time. */
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
    await repeat(WARM_UP, () => cpuOf(action));
    return repeat(RUNS, () => cpuOf(action));
  };
  const shown = { benchmark: 'lexical', unit: 'ms', bar: 'shown', isMet: true };
  const ofMobiledoc = { name: 'mobiledoc to html', values: await measure(() => mobiledocToHtml(mobiledoc)) };
  return [
    {
      ...shown,
      measure: `lexical of ${kilobytes} kB to html and mobiledoc, processor time`,
      values: await measure(() => renderer.render(lexical)),
      reference: ofMobiledoc,
    },
    {
      ...shown,
      measure: `mobiledoc to lexical of ${kilobytes} kB, processor time`,
      values: await measure(() => mobiledocToLexical(mobiledoc)),
      reference: ofMobiledoc,
    },
  ];
}

/** The longest pauses of the event loop while the largest document is rendered, and while an import compares it with other html. */
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
    await pauseOf(`the import of ${kilobytes} kB of lexical`, () => lexicalAsSeen(lexical, html, tools)),
    await pauseOf(`the import of ${kilobytes} kB of mobiledoc`, () => mobiledocAsSeen(mobiledoc, html)),
  ];
}

async function pauseOf(what: string, action: () => Promise<unknown>): Promise<Figure> {
  const values = await repeat(RUNS, async () => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await action();
    delay.disable();
    return delay.max / NANOSECONDS;
  });
  return {
    benchmark: 'lexical',
    measure: `longest pause of the event loop during ${what}`,
    values,
    unit: 'ms',
    bar: `≤ ${MAX_LOOP_DELAY_MS} ms`,
    isMet: median(values) <= MAX_LOOP_DELAY_MS,
  };
}

async function startCost(): Promise<Figure[]> {
  const renderer = new LexicalRenderer();
  const before = process.memoryUsage.rss();
  const cpu = await cpuOf(() => renderer.render(mobiledocToLexical(null)));
  const memory = (process.memoryUsage.rss() - before) / MEGABYTE;
  await renderer.close();
  const shown = { benchmark: 'lexical', bar: 'shown', isMet: true };
  return [
    { ...shown, measure: 'start of the thread, processor time', values: [cpu], unit: 'ms' },
    { ...shown, measure: 'memory of the thread after one document', values: [memory], unit: 'MB' },
  ];
}

async function run(): Promise<Figure[]> {
  const figures = await startCost();
  const renderer = new LexicalRenderer();
  for (const kilobytes of SIZES_IN_KILOBYTES) figures.push(...(await costOf(renderer, kilobytes)));
  figures.push(...(await pauses(renderer)));
  await renderer.close();
  return figures;
}

/** Cost of lexical beside mobiledoc, for the same content. */
export const lexical: Benchmark = {
  name: 'lexical',
  description: 'rendering of the same content as lexical and as mobiledoc, and the pauses of the event loop',
  run,
};
