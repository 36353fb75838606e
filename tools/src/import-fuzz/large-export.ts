import { SeededRandom } from '../faults/random';
import { contentOf, dateOf, idOf, oddValue } from './odd-values';

const WORDS = 'lorem ipsum dolor sit amet über straße émigré naïve adipiscing elit sed do eiusmod tempor'.split(' ');
const PARAGRAPHS = 12;
const WORDS_PER_PARAGRAPH = 40;
/** The share of posts with unusual content; the others have about 10 kB of ordinary content. */
const ODD_CONTENT = 0.2;
/** The share of posts with ordinary content that have lexical instead of mobiledoc. */
const LEXICAL_CONTENT = 0.1;
/** The probability of an odd value in a column. */
const ODD_COLUMN = 0.02;

type Row = Record<string, unknown>;

/** An export of Ghost of any size, which is generated in pieces. */
export class LargeExport {
  /** The number of posts that were generated so far. */
  posts = 0;
  readonly #random: SeededRandom;

  /** @param bytes the minimum length of all rows in characters @param seed determines the content */
  constructor(
    private readonly bytes: number,
    seed: number,
  ) {
    this.#random = new SeededRandom(seed);
  }

  /** The JSON of the export, in pieces with one post each. */
  *pieces(): Generator<string> {
    yield '{"db":[{"meta":{"version":"5.87.1"},"data":{"posts":[';
    for (let written = 0; written < this.bytes;) {
      const separator = this.posts === 0 ? '' : ',';
      this.posts += 1;
      const piece = separator + JSON.stringify(this.#row(this.posts));
      written += piece.length;
      yield piece;
    }
    yield ']}}]}';
  }

  #row(number: number): Row {
    const random = this.#random;
    const row: Row = {
      ...{ id: idOf(random, number), title: `Post ${number}`, slug: `large-${number}`, status: 'published' },
      ...{ visibility: 'public', type: 'post', created_at: dateOf(random), published_at: dateOf(random) },
      ...(random.next() < ODD_CONTENT ? contentOf(random) : this.#article()),
    };
    for (const name of Object.keys(row))
      if (random.next() < ODD_COLUMN) Object.assign(row, { [name]: oddValue(random) });
    return row;
  }

  #article(): Row {
    const texts = Array.from({ length: PARAGRAPHS }, () => this.#paragraph());
    const source =
      this.#random.next() < LEXICAL_CONTENT ? { lexical: lexical(texts) } : { mobiledoc: mobiledoc(texts) };
    return { ...source, html: texts.map((text) => `<p>${text}</p>`).join(''), plaintext: texts.join('\n\n') };
  }

  #paragraph(): string {
    return Array.from({ length: WORDS_PER_PARAGRAPH }, () => this.#random.pick(WORDS)).join(' ');
  }
}

function mobiledoc(texts: readonly string[]): string {
  const sections = texts.map((text) => [1, 'p', [[0, [], 0, text]]]);
  return JSON.stringify({ version: '0.3.1', markups: [], atoms: [], cards: [], sections });
}

function lexical(texts: readonly string[]): string {
  const block = { direction: 'ltr', format: '', indent: 0, version: 1 };
  const text = { detail: 0, format: 0, mode: 'normal', style: '', type: 'text', version: 1 };
  const children = texts.map((one) => ({ ...block, type: 'paragraph', children: [{ ...text, text: one }] }));
  return JSON.stringify({ root: { ...block, type: 'root', children } });
}
