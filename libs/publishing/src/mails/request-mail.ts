import { createObjectId } from '@almanac/entities';
import { type Mail, MAIL_REQUESTED, recordEvent, sealMail } from '@almanac/outbox';
import type { WriteScope } from '../write-scope';

/** Records a mail as an outbox event, in the transaction of the scope; the worker sends it. Its values are stored encrypted. */
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
