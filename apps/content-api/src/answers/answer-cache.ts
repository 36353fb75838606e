import { Metrics } from '@almanac/platform';
import { ContentApiConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { SiteRevision } from '../site/site-revision';
import type { Answer } from './answer';

/** What an entry costs beside its texts. */
const OVERHEAD_BYTES = 300;

/** How a URL that was answered is answered again. */
export interface KnownUrl {
  /** Under which its answer is kept. */
  key: string;
  answer: Answer;
  /** The headers every answer of its version has: names and values in turn. */
  headers: readonly string[];
  route: string;
}

interface Entry {
  answer: Answer;
  bytes: number;
  /** The URLs that were answered with it. */
  urls: string[];
}

/**
 * Finished answers of the present revision, bounded in bytes; the one unused for longest goes first. An answer is found by what
 * was asked for, and, for whoever has only a key, by the very URL: that is the shortest way through the service.
 */
@Injectable()
export class AnswerCache {
  // A Map keeps the order of insertion: an entry that is used is inserted anew.
  private readonly entries = new Map<string, Entry>();
  private readonly byUrl = new Map<string, { known: KnownUrl; entry: Entry }>();
  private newest?: Entry;
  private bytes = 0;
  private readonly capacity: number;
  /** Requests since the metrics were read last. */
  private hits = 0;
  private misses = 0;

  constructor(
    private readonly revision: SiteRevision,
    metrics: Metrics,
    { contentCacheBytes }: ContentApiConfiguration,
  ) {
    this.capacity = contentCacheBytes;
    revision.onRaise(() => this.clear());
    const help = 'Answers by whether they were in memory.';
    metrics.counter('content_cache_requests_total', help, ['outcome'], (counter) => {
      counter.inc({ outcome: 'hit' }, this.hits);
      counter.inc({ outcome: 'miss' }, this.misses);
      this.hits = this.misses = 0;
    });
    metrics.gauge('content_cache_bytes', 'Bytes of answers in memory.', [], (gauge) => gauge.set(this.bytes));
  }

  /** How this very URL was answered, for a visitor without a token. */
  findByUrl(url: string): KnownUrl | undefined {
    const found = this.revision.current === undefined ? undefined : this.byUrl.get(url);
    if (!found) return undefined;
    this.use(found.known.key, found.entry);
    return found.known;
  }

  /** The answer to what the key says. */
  find(key: string): Answer | undefined {
    const entry = this.revision.current === undefined ? undefined : this.entries.get(key);
    return entry && this.use(key, entry);
  }

  private use(key: string, entry: Entry): Answer {
    if (entry !== this.newest) {
      this.entries.delete(key);
      this.entries.set(key, entry);
      this.newest = entry;
    }
    this.hits++;
    return entry.answer;
  }

  /**
   * Keeps an answer.
   * @param since the revision before the answer was made: one that rose meanwhile makes it worthless
   */
  keep(key: string, answer: Answer, since: bigint | undefined): void {
    this.misses++;
    const bytes = answer.identity.body.length + key.length + OVERHEAD_BYTES;
    if (since === undefined || since !== this.revision.current || bytes > this.capacity) return;
    this.remove(key);
    this.newest = { answer, bytes, urls: [] };
    this.entries.set(key, this.newest);
    this.bytes += bytes;
    answer.onGrow = (more) => this.grow(key, answer, more);
    this.shrink();
  }

  /** Remembers that a URL leads to an answer that is kept. */
  keepUrl(url: string, known: KnownUrl): void {
    const entry = this.entries.get(known.key);
    if (entry?.answer !== known.answer || this.byUrl.has(url)) return;
    this.byUrl.set(url, { known, entry });
    entry.urls.push(url);
    this.grow(known.key, entry.answer, url.length + OVERHEAD_BYTES);
  }

  private grow(key: string, answer: Answer, bytes: number): void {
    const entry = this.entries.get(key);
    if (entry?.answer !== answer) return;
    entry.bytes += bytes;
    this.bytes += bytes;
    this.shrink();
  }

  private shrink(): void {
    for (const key of this.entries.keys()) {
      if (this.bytes <= this.capacity) return;
      this.remove(key);
    }
  }

  private remove(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    for (const url of entry.urls) this.byUrl.delete(url);
    this.bytes -= entry.bytes;
  }

  private clear(): void {
    this.entries.clear();
    this.byUrl.clear();
    this.bytes = 0;
  }
}
