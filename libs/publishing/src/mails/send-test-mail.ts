import { User } from '@almanac/entities';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { siteTitle } from '../settings/site-title';
import { inTransaction } from '../write-scope';
import { requestMail } from './request-mail';

/** Sends the actor a mail that says nothing but that mails arrive. */
export async function sendTestMail(actor: Actor, context: PublishingContext): Promise<void> {
  authorize(actor, 'mail.test');
  await inTransaction(context.dataSource, context, async (scope) => {
    const { email: to } = await scope.manager.findOneByOrFail(User, { id: actor.id });
    const values = { siteTitle: await siteTitle(scope.manager), siteUrl: context.siteUrl };
    await requestMail(scope, { template: 'test', to, values }, context.encryptionKey);
  });
}
