import { User } from '@almanac/entities';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { readSiteTitle } from '../settings/site-title';
import { inTransaction } from '../write-scope';
import { type MailTransport, readMailTransport } from './mail-transport';
import { requestMail } from './request-mail';

/** Requests test mails, and reads the mail transport. */
export class MailsService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * The transport that a worker recorded last: `SMTP` or `SES`, or an empty string if that worker has no mail server. `SMTP` if no worker
   * has recorded its transport.
   */
  transport(): Promise<MailTransport> {
    return readMailTransport(this.context.dataSource.manager);
  }

  /** Requests a test mail to the address of the actor, who must be a user. @throws NoPermissionError */
  async requestTest(actor: Actor): Promise<void> {
    authorize(actor, 'mail.test');
    await inTransaction(this.context.dataSource, this.context, async (scope) => {
      const { email: to } = await scope.manager.findOneByOrFail(User, { id: actor.id });
      const values = { siteTitle: await readSiteTitle(scope.manager), siteUrl: this.context.siteUrl };
      await requestMail(scope, { template: 'test', to, values }, this.context.encryptionKey);
    });
  }
}
