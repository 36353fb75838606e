import { createObjectId } from '@almanac/entities';
import { type Mail, mailRequested, recordFact, sealMail } from '@almanac/outbox';
import { currentRequestId } from '@almanac/platform';
import { type EntityManager } from 'typeorm';

/** Records a mail in the caller's transaction; the worker sends it. What it says is sealed: the row alone opens no session. */
export async function recordMail(manager: EntityManager, mail: Mail, encryptionKey: string): Promise<void> {
  await recordFact(manager, {
    subjectType: 'mail',
    subjectId: createObjectId(),
    revision: 1,
    event: mailRequested,
    payload: sealMail(mail, encryptionKey),
    requestId: currentRequestId(),
  });
}
