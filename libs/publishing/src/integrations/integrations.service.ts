import { ApiKey, createKeySecret, createObjectId, Integration, Role, Webhook } from '@almanac/entities';
import { NotFoundError, ValidationError } from '@almanac/errors';
import { toRelativeUrl } from '@almanac/rendering';
import type { IntegrationInput } from '@almanac/validation';
import { type EntityManager, Not } from 'typeorm';
import { changesIn } from '../changes-in';
import { assertColumns, type ColumnRule } from '../columns/assert-columns';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { freeSlug } from '../slugs/free-slug';
import { deleteDeliveries } from '../webhooks/delete-deliveries';
import { assertAcceptableWebhook, insertWebhook, type TargetCheck } from '../webhooks/webhooks.service';
import { inTransaction } from '../write-scope';

const integrationColumnRules: { [P in keyof IntegrationInput]?: ColumnRule } = {
  name: { column: 'name', maxLength: 191, isRequired: true },
  iconImage: { column: 'icon_image', maxLength: 2000 },
  description: { column: 'description', maxLength: 2000 },
};

/** The maximum number of webhooks that a request adds together with an integration. The check of a webhook can need a DNS lookup. */
const MAX_WEBHOOKS = 50;

/** The default check of webhook URLs: rejects every URL. The command line and the local run create integrations without webhooks. */
const rejectAllTargets: TargetCheck = {
  assertAllowed: () => Promise.reject(new ValidationError('Webhooks cannot be added here.')),
};

/**
 * Operations on integrations and their API keys. A deleted or replaced key stops working at once in admin-api, and within about a second in
 * content-api, which caches keys.
 */
export class IntegrationsService {
  constructor(
    private readonly context: PublishingContext,
    private readonly targets: TargetCheck = rejectAllTargets,
  ) {}

  /**
   * Creates an integration with a content key, an admin key and the webhooks of the input.
   * @returns the integration's id
   * @throws ValidationError, NoPermissionError
   */
  async create(actor: Actor, input: IntegrationInput): Promise<string> {
    authorize(actor, 'integrations.add');
    assertColumns('integrations', input, integrationColumnRules);
    const webhooks = input.webhooks ?? [];
    if (webhooks.length > MAX_WEBHOOKS) {
      throw new ValidationError(`At most ${MAX_WEBHOOKS} webhooks can be added at once.`, { property: 'webhooks' });
    }
    for (const webhook of webhooks) await assertAcceptableWebhook(webhook, this.targets);
    return inTransaction(this.context.dataSource, this.context, async ({ manager }) => {
      const now = this.context.clock.now();
      const id = createObjectId();
      await manager.insert(Integration, {
        id,
        type: 'custom',
        name: input.name ?? '',
        slug: await freeSlug(manager, 'integration', input.name ?? ''),
        iconImage: this.toRelative(input.iconImage) ?? null,
        description: input.description ?? null,
        createdAt: now,
        updatedAt: now,
      });
      await addKeys(manager, id, now);
      for (const webhook of webhooks) await insertWebhook(manager, webhook, { integrationId: id, now });
      return id;
    });
  }

  /**
   * Changes an integration, but not its keys and webhooks.
   * @param input an absent property keeps its value; `webhooks` is ignored
   * @throws NotFoundError, ValidationError, NoPermissionError
   */
  async edit(actor: Actor, id: string, input: IntegrationInput): Promise<void> {
    authorize(actor, 'integrations.edit');
    assertColumns('integrations', input, integrationColumnRules);
    await inTransaction(this.context.dataSource, this.context, async ({ manager }) => {
      const integration = await getVisibleIntegration(manager, id);
      const { webhooks: _webhooks, ...fields } = input;
      const wanted = { ...fields, ...(input.iconImage && { iconImage: this.toRelative(input.iconImage) }) };
      const changes = changesIn<Integration>(integration, wanted);
      if (Object.keys(changes).length === 0) return;
      await manager.update(Integration, { id }, { ...changes, updatedAt: this.context.clock.now() });
    });
  }

  /**
   * Replaces the secret of one API key, and clears the time of its last use.
   * @throws NotFoundError, NoPermissionError
   */
  async refreshKey(actor: Actor, id: string, keyId: string): Promise<void> {
    authorize(actor, 'integrations.edit');
    await inTransaction(this.context.dataSource, this.context, async ({ manager }) => {
      await getVisibleIntegration(manager, id);
      const key = await manager.findOneBy(ApiKey, { id: keyId, integrationId: id });
      if (!key) throw new NotFoundError('API Key not found');
      const secret = createKeySecret(key.type);
      await manager.update(ApiKey, { id: keyId }, { secret, updatedAt: this.context.clock.now(), lastSeenAt: null });
    });
  }

  /**
   * Deletes an integration with its keys and webhooks. If it fails, some deliveries of the webhooks may be deleted already.
   * @throws NotFoundError, NoPermissionError
   */
  async delete(actor: Actor, id: string): Promise<void> {
    authorize(actor, 'integrations.destroy');
    const { dataSource } = this.context;
    await getVisibleIntegration(dataSource.manager, id);
    const webhooks = await dataSource.manager.find(Webhook, { select: { id: true }, where: { integrationId: id } });
    const webhookIds = webhooks.map((webhook) => webhook.id);
    await deleteDeliveries(dataSource.manager, webhookIds);
    await inTransaction(dataSource, this.context, async ({ manager }) => {
      await getVisibleIntegration(manager, id);
      await manager.delete(Integration, { id });
    });
  }

  private toRelative(url: string | null | undefined): string | null | undefined {
    return url ? toRelativeUrl(url, this.context.siteUrl) : url;
  }
}

/** @throws NotFoundError, also for internal integrations, which the APIs do not show */
async function getVisibleIntegration(manager: EntityManager, id: string): Promise<Integration> {
  const integration = await manager.findOneBy(Integration, { id, type: Not('internal' as const) });
  if (!integration) throw new NotFoundError('Integration not found.');
  return integration;
}

async function addKeys(manager: EntityManager, integrationId: string, now: Date): Promise<void> {
  const role = await manager.findOneByOrFail(Role, { name: 'Admin Integration' });
  const newKey = (type: ApiKey['type'], roleId: string | null) => ({
    id: createObjectId(),
    type,
    secret: createKeySecret(type),
    roleId,
    integrationId,
    createdAt: now,
    updatedAt: now,
  });
  await manager.insert(ApiKey, [newKey('content', null), newKey('admin', role.id)]);
}
