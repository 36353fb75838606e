import { AsyncLocalStorage } from 'node:async_hooks';

/** The request or job that the current code runs for. */
export interface RequestContext {
  requestId: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` with `context` as its asynchronous context. */
export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** The id of the current request or job, if there is one. It is copied to outbox events, jobs and webhooks. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.requestId;
}
