import { createObjectId } from '@almanac/entities';
import { type Mail, MAIL_REQUESTED, recordEvent, sealMail } from '@almanac/outbox';
import type { WriteScope } from '../write-scope';

/** Records a mail in the transaction of the caller; the worker sends it. Its values are encrypted in the outbox. */
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
