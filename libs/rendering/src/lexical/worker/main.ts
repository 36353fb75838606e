// The program of the worker thread; `LexicalRenderer` starts it.
import { ValidationError } from '@almanac/errors';
import { parentPort } from 'node:worker_threads';
import { htmlToLexical } from './html-to-lexical';
import type { RendererJob, RendererMessage } from './messages';
import { renderLexical } from './render-lexical';

function send(message: RendererMessage): void {
  parentPort?.postMessage(message);
}

function run({ kind, source, path }: RendererJob): RendererMessage {
  try {
    return { kind: 'result', result: kind === 'render' ? renderLexical(source, path) : htmlToLexical(source) };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const { message, property, context, help } = error;
    return { kind: 'invalid', message, details: { property, context, help } };
  }
}

parentPort?.on('message', (job: RendererJob) => send(run(job)));
send({ kind: 'ready' });
