import { MaintenanceError, ValidationError } from '@almanac/errors';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RenderedLexical, RendererJob, RendererMessage } from './worker/messages';

export interface LexicalRendererOptions {
  /** The longest time for one document, without the start of the thread; 5 s by default. */
  documentTimeoutMs?: number;
  /** The longest time that a document waits for other documents; 12 s by default. A call of `render` can have its own `maxWaitMs`. */
  maxWaitMs?: number;
  /** The thread ends after this time without a document; 2 minutes by default. */
  idleMs?: number;
  /** The maximum heap of the thread; 512 MB by default. A document that needs more ends the thread. */
  maxHeapMegabytes?: number;
  /** Called when the thread ended unexpectedly, or was ended because it took too long. The next document starts another thread. */
  onError?: (error: Error) => void;
}

/** Accepted documents take up to half a second of processor time; on a busy machine, several times longer. */
const DOCUMENT_TIMEOUT_MS = 5_000;
/**
 * A request with `?source=html` processes at most two documents: in canary and v5, it converts the html, then renders the result.
 * With one start of the thread, this takes at most 20 + 2 × (12 + 5) = 54 s. The request reserves its
 * `Idempotency-Key` for 60 s. So a retry of the client cannot run the request a second time.
 */
const START_TIMEOUT_MS = 20_000;
const MAX_WAIT_MS = 12_000;
const IDLE_MS = 120_000;
const MAX_HEAP_MEGABYTES = 512;
/** Heap for short-lived objects. With the default of V8, 48 MB would stay resident during an import. */
const MAX_YOUNG_HEAP_MEGABYTES = 6;
const MAX_WAITING_JOBS = 200;
/** The sum of the lengths of all waiting documents. */
const MAX_WAITING_CHARACTERS = 50_000_000;
const RETRY_AFTER_SECONDS = 5;
const WORKER_FILE = join(__dirname, 'worker', 'main.js');

interface WaitingJob {
  job: RendererJob;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  /** Rejects the job when it has waited too long. */
  timer: NodeJS.Timeout;
}

/**
 * Renders lexical documents, and converts html to lexical and mobiledoc, in one worker thread. The reasons
 * for the thread: the libraries need a DOM (about 98 MB), take up to hundreds of milliseconds for a large
 * document, and may fail in unexpected ways. The thread starts with the first document, ends after an idle
 * time, and is replaced after a crash. One document is processed at a time, within limits of time and memory.
 */
export class LexicalRenderer {
  private worker?: Worker;
  private isReady = false;
  private isClosed = false;
  private current?: WaitingJob;
  private readonly waiting: WaitingJob[] = [];
  private waitingCharacters = 0;
  /** The timer of the thread's start, of the current document, or of the idle time. */
  private timer?: NodeJS.Timeout;

  constructor(private readonly options: LexicalRendererOptions = {}) {}

  /**
   * Renders a serialized lexical document.
   *
   * @param path the path of the document in the request body, for the error, e.g. `.posts[0].lexical`
   * @param maxWaitMs the longest time that the document waits for other documents; by default the option `maxWaitMs`
   * @returns html, in which only html cards, embeds, captions, markdown and e-mail cards can contain scripts; its plaintext; and the
   * mobiledoc for older API versions, in which blocks without a mobiledoc form are html cards
   * @throws ValidationError when the document is invalid or exceeds a limit; MaintenanceError (503) when the thread
   * ended or took too long, the document waited too long, too many documents are waiting, or the renderer is closed
   */
  render(document: string, path?: string, maxWaitMs?: number): Promise<RenderedLexical> {
    return this.run<RenderedLexical>({ kind: 'render', source: document, path }, maxWaitMs);
  }

  /**
   * Converts html to a serialized lexical document. Elements without a form in lexical become html cards.
   *
   * @throws ValidationError when the html exceeds a limit; MaintenanceError as {@link render}
   */
  fromHtml(html: string): Promise<string> {
    return this.run<string>({ kind: 'htmlToLexical', source: html });
  }

  /**
   * Converts html to a serialized mobiledoc, as `htmlToMobiledoc` does, in the thread.
   *
   * @throws ValidationError as `htmlToMobiledoc`; MaintenanceError as {@link render}
   */
  mobiledocFromHtml(html: string): Promise<string> {
    return this.run<string>({ kind: 'htmlToMobiledoc', source: html });
  }

  /** Whether the thread exists; it occupies its memory also while it is idle. */
  get isRunning(): boolean {
    return this.worker !== undefined;
  }

  /** Ends the thread. Unfinished and later documents are rejected with MaintenanceError. */
  async close(): Promise<void> {
    this.isClosed = true;
    const rejected = [...(this.current ? [this.current] : []), ...this.waiting.splice(0)];
    this.current = undefined;
    this.waitingCharacters = 0;
    for (const { reject, timer } of rejected) {
      clearTimeout(timer);
      reject(unavailable('The renderer is closed.'));
    }
    await this.endWorker();
  }

  private run<Result>(job: RendererJob, maxWaitMs = this.options.maxWaitMs ?? MAX_WAIT_MS): Promise<Result> {
    const isFull =
      this.waiting.length >= MAX_WAITING_JOBS || this.waitingCharacters + job.source.length > MAX_WAITING_CHARACTERS;
    if (this.isClosed || isFull) {
      return Promise.reject(unavailable(this.isClosed ? 'The renderer is closed.' : 'Too many documents are waiting.'));
    }
    return new Promise<Result>((resolve, reject) => {
      const timer = setTimeout(() => this.expire(job), maxWaitMs);
      this.waiting.push({ job, resolve: (result) => resolve(result as Result), reject, timer });
      this.waitingCharacters += job.source.length;
      this.processNext();
    });
  }

  private expire(job: RendererJob): void {
    const index = this.waiting.findIndex((waiting) => waiting.job === job);
    if (index === -1) return;
    const [expired] = this.waiting.splice(index, 1);
    this.waitingCharacters -= job.source.length;
    expired?.reject(unavailable('The document waited too long for others.'));
  }

  private processNext(): void {
    if (this.current !== undefined || this.isClosed) return;
    const next = this.waiting.shift();
    if (next === undefined) return this.startIdleTimer();
    clearTimeout(next.timer);
    this.waitingCharacters -= next.job.source.length;
    this.current = next;
    if (this.worker === undefined) this.startWorker();
    else this.sendCurrent();
  }

  private sendCurrent(): void {
    if (!this.isReady || this.current === undefined) return;
    this.worker?.ref();
    this.worker?.postMessage(this.current.job);
    this.startTimeout(this.options.documentTimeoutMs ?? DOCUMENT_TIMEOUT_MS, 'The document takes too long to render.');
  }

  private startWorker(): void {
    this.isReady = false;
    const maxOldGenerationSizeMb = this.options.maxHeapMegabytes ?? MAX_HEAP_MEGABYTES;
    const worker = new Worker(WORKER_FILE, {
      resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb: MAX_YOUNG_HEAP_MEGABYTES },
      env: {},
      stdout: false,
      stderr: false,
    });
    this.worker = worker;
    worker.on('message', (message: RendererMessage) => this.receive(worker, message));
    worker.on('messageerror', (error) => this.fail(worker, error));
    worker.on('error', (error) => this.fail(worker, error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', (code) => this.fail(worker, new Error(`The renderer thread ended with code ${code}.`)));
    this.startTimeout(START_TIMEOUT_MS, 'The renderer thread does not start.');
  }

  private receive(worker: Worker, message: RendererMessage): void {
    if (worker !== this.worker) return;
    if (message.kind === 'ready') {
      this.isReady = true;
      return this.sendCurrent();
    }
    const { current } = this;
    this.current = undefined;
    clearTimeout(this.timer);
    if (message.kind === 'result') current?.resolve(message.result);
    else current?.reject(new ValidationError(message.message, message.details));
    this.processNext();
  }

  /** Rejects the document that the thread was processing; the next document starts another thread. */
  private fail(worker: Worker, cause: Error): void {
    if (worker !== this.worker) return;
    const { current } = this;
    this.current = undefined;
    void this.endWorker();
    this.options.onError?.(cause);
    current?.reject(unavailable('The content could not be rendered.', cause));
    this.processNext();
  }

  private startTimeout(milliseconds: number, reason: string): void {
    const { worker } = this;
    clearTimeout(this.timer);
    if (worker !== undefined) this.timer = setTimeout(() => this.fail(worker, new Error(reason)), milliseconds);
  }

  /** An idle thread does not keep the process alive, and ends after the idle time. */
  private startIdleTimer(): void {
    clearTimeout(this.timer);
    this.worker?.unref();
    this.timer = setTimeout(() => void this.endWorker(), this.options.idleMs ?? IDLE_MS);
    this.timer.unref();
  }

  private async endWorker(): Promise<void> {
    const { worker } = this;
    clearTimeout(this.timer);
    this.worker = undefined;
    this.isReady = false;
    await worker?.terminate();
  }
}

function unavailable(context: string, cause?: Error): MaintenanceError {
  return new MaintenanceError('The content cannot be rendered at the moment. Please try again.', {
    context,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });
}
