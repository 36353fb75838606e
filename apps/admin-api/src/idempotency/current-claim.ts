import { type ClaimedWrite, recordExecution } from '@almanac/publishing';
import type { CallHandler } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Observable } from 'rxjs';
import type { EntityManager } from 'typeorm';

/** The claim of the `Idempotency-Key` of the current request. */
const claims = new AsyncLocalStorage<ClaimedWrite>();

/** Runs a handler so that its transactions record that the claimed write is executed. */
export function runWithClaim(claim: ClaimedWrite, handler: CallHandler): Observable<unknown> {
  return new Observable((subscriber) => claims.run(claim, () => handler.handle().subscribe(subscriber)));
}

/** Records in the transaction that the write of the current request is executed. Has no effect for a request without a claimed key. */
export async function recordExecutionOfClaim(manager: EntityManager): Promise<void> {
  const claim = claims.getStore();
  if (claim) await recordExecution(manager, claim);
}
