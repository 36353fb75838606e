import { styleText } from 'node:util';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
/** If the output is not a terminal, a step that takes longer is announced by a line. */
const ANNOUNCED_AFTER_MS = 1_000;
const CLEAR_LINE = '\r\u001B[2K';

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** Shows the steps of the launcher: on a terminal as a line that is redrawn, otherwise as plain lines. */
export class Progress {
  #stream;
  #onStep;
  #running = new Set();
  #timer;
  #frame = 0;

  /** @param {{ stream?: import('node:tty').WriteStream, onStep?: (doing: string) => void }} options */
  constructor({ stream = process.stdout, onStep = () => undefined } = {}) {
    this.#stream = stream;
    this.#onStep = onStep;
  }

  /** Formats a string by `util.styleText`, if the stream shows colours and NO_COLOR is not set. */
  style(format, text) {
    return styleText(format, text, { stream: this.#stream });
  }

  /** Prints lines above the line that is redrawn. */
  note(text) {
    this.#clear();
    this.#stream.write(`${text}\n`);
    this.#draw();
  }

  /**
   * Runs `work` as a step, and then prints the step and its time, unless `work` returned false: then it had nothing to do.
   * @param {{ doing: string, done: string }} names e.g. "Building the services" and "Services built"
   * @returns what `work` returns
   */
  async step({ doing, done }, work) {
    const step = { doing, startedAt: performance.now() };
    this.#begin(step);
    try {
      const result = await work();
      this.#end(step);
      if (result !== false) this.note(`${this.style('green', '✓')} ${done} ${this.#elapsed(step)}`);
      return result;
    } finally {
      this.#end(step);
    }
  }

  /** Removes the line that is redrawn. Call it before the process ends. */
  close() {
    clearInterval(this.#timer);
    this.#clear();
    this.#running.clear();
  }

  #elapsed({ startedAt }) {
    return this.style('dim', seconds(performance.now() - startedAt));
  }

  #begin(step) {
    this.#onStep(step.doing);
    this.#running.add(step);
    if (this.#stream.isTTY) {
      this.#timer ??= setInterval(() => this.#redraw(), FRAME_MS).unref();
      this.#redraw();
    } else {
      step.announcement = setTimeout(() => this.note(`… ${step.doing}`), ANNOUNCED_AFTER_MS).unref();
    }
  }

  #end(step) {
    clearTimeout(step.announcement);
    if (!this.#running.delete(step)) return;
    this.#clear();
    if (this.#running.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #clear() {
    if (this.#stream.isTTY && this.#timer) this.#stream.write(CLEAR_LINE);
  }

  #redraw() {
    this.#frame = (this.#frame + 1) % FRAMES.length;
    this.#clear();
    this.#draw();
  }

  #draw() {
    if (!this.#stream.isTTY || this.#running.size === 0) return;
    const steps = [...this.#running].map((step) => `${step.doing} ${this.#elapsed(step)}`);
    this.#stream.write(`${this.style('cyan', FRAMES[this.#frame])} ${steps.join(', ')}`);
  }
}
