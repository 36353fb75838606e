import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known about the request or job in whose name code runs; every log line carries it. */
export interface RequestContext {
  requestId: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` so that everything it calls, however deep, sees `context`. */
export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** The id of the request or job that is being served, if any: carried from HTTP into outbox rows, jobs and webhooks. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.requestId;
}
