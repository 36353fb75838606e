import { ApiKey, Integration, Webhook } from '@almanac/entities';
import {
  IntegrationsService,
  type PublishingContext,
  systemActor,
  type TargetCheck,
  WebhooksService,
} from '@almanac/publishing';

const INTEGRATION = 'Example site';
/** The events that change the pages of the site. */
const EVENTS = [
  'site.changed',
  'calendar.event.created',
  'calendar.event.updated',
  'calendar.event.cancelled',
  'calendar.occurrence.changed',
  'calendar.occurrence.cancelled',
  'calendar.occurrence.restored',
];
/** Allows every target, because the target is a port of this machine. */
const allowEveryTarget: TargetCheck = { assertAllowed: () => Promise.resolve() };

async function findOrAddIntegration(context: PublishingContext): Promise<string> {
  const known = await context.dataSource.manager.findOneBy(Integration, { name: INTEGRATION });
  return known?.id ?? new IntegrationsService(context).create(systemActor, { name: INTEGRATION });
}

/**
 * Creates the integration of the example site if it is missing, and its webhooks with this URL and secret. Enables webhooks that
 * were disabled because no site responded.
 * @returns its content key
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
