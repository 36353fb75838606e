import { createObjectId } from '@almanac/entities';
import { type Mail, MAIL_REQUESTED, recordEvent, sealMail } from '@almanac/outbox';
import type { WriteScope } from '../write-scope';

/** Asks for a mail in the transaction that makes it due; the worker sends it. What it says is sealed until then. */
export async function requestMail({ manager, settings }: WriteScope, mail: Mail, encryptionKey: string): Promise<void> {
  await recordEvent(manager, {
    subjectType: 'mail',
    subjectId: createObjectId(),
    revision: 1,
    event: MAIL_REQUESTED,
    payload: sealMail(mail, encryptionKey),
    requestId: settings.requestId?.(),
  });
}
