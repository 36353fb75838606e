import { AsyncLocalStorage } from 'node:async_hooks';

/** The HTTP request that the current code runs for. */
export interface RequestContext {
  requestId: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` with `context` as its asynchronous context. */
export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** The id of the current HTTP request, if there is one. It is stored in outbox events, and sent with their webhook deliveries. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.requestId;
}
