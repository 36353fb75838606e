import { ApiKey, Integration, Webhook } from '@almanac/entities';
import {
  IntegrationsService,
  type PublishingContext,
  systemActor,
  type TargetCheck,
  WebhooksService,
} from '@almanac/publishing';

const INTEGRATION = 'Example site';
/** The events after which pages of the example site change. */
const EVENTS = [
  'site.changed',
  'calendar.event.created',
  'calendar.event.updated',
  'calendar.event.cancelled',
  'calendar.occurrence.changed',
  'calendar.occurrence.cancelled',
  'calendar.occurrence.restored',
];
/** The services check the URLs of webhooks. This check allows every URL, because the site is on this machine. */
const allowEveryTarget: TargetCheck = { assertAllowed: () => Promise.resolve() };

async function findOrAddIntegration(context: PublishingContext): Promise<string> {
  const known = await context.dataSource.manager.findOneBy(Integration, { name: INTEGRATION });
  return known?.id ?? new IntegrationsService(context).create(systemActor, { name: INTEGRATION });
}

/**
 * Creates the integration of the example site and its webhooks, if they are missing. Changes existing webhooks to this URL and secret, and
 * enables them: they were disabled if no site responded for a long time.
 * @returns the content key of the integration
 */
export async function setUpExampleSite(
  context: PublishingContext,
  { targetUrl, secret }: { targetUrl: string; secret: string },
): Promise<string> {
  const { manager } = context.dataSource;
  const integrationId = await findOrAddIntegration(context);
  const webhooks = new WebhooksService(context, allowEveryTarget);
  const known = await manager.findBy(Webhook, { integrationId });
  for (const event of EVENTS) {
    const webhook = known.find((candidate) => candidate.event === event);
    if (!webhook)
      await webhooks.create(systemActor, { integrationId, event, targetUrl, secret, name: `Pages: ${event}` });
    else await webhooks.edit(systemActor, webhook.id, { targetUrl, secret });
  }
  const key = await manager.findOneByOrFail(ApiKey, { type: 'content', integrationId });
  return key.secret;
}
