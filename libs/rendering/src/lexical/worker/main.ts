// The program of the worker thread; `LexicalRenderer` starts it.
import { ValidationError } from '@almanac/errors';
import { parentPort } from 'node:worker_threads';
import { htmlToMobiledoc } from '../../html-to-mobiledoc/html-to-mobiledoc';
import { htmlToLexical } from './html-to-lexical';
import type { RendererJob, RendererMessage, RendererResults } from './messages';
import { renderLexical } from './render-lexical';

function send(message: RendererMessage): void {
  parentPort?.postMessage(message);
}

/** The function for each kind of job. `path` names the document in errors, e.g. `.posts[0].lexical`. */
const JOBS: { [Kind in keyof RendererResults]: (source: string, path?: string) => RendererResults[Kind] } = {
  render: renderLexical,
  htmlToLexical,
  htmlToMobiledoc,
};

function run({ kind, source, path }: RendererJob): RendererMessage {
  try {
    return { kind: 'result', result: JOBS[kind](source, path) };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const { message, property, context, help } = error;
    return { kind: 'invalid', message, details: { property, context, help } };
  }
}

parentPort?.on('message', (job: RendererJob) => send(run(job)));
send({ kind: 'ready' });
