import { createObjectId, Integration, Webhook } from '@almanac/entities';
import { NotFoundError, ValidationError } from '@almanac/errors';
import type { WebhookInput } from '@almanac/validation';
import type { EntityManager } from 'typeorm';
import { changesIn } from '../changes-in';
import { assertColumns } from '../columns/assert-columns';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { inTransaction } from '../write-scope';
import { deleteDeliveries } from './delete-deliveries';
import { assertKnownEvent, assertSigningSecret, webhookColumnRules } from './webhook-column-rules';

/** The time after a change of the secret in which deliveries are also signed with the previous secret. */
const ROTATION_MS = 24 * 60 * 60 * 1000;

/** Checks the target URLs of webhooks. */
export interface TargetCheck {
  /** @throws ValidationError when webhooks must not be sent to the URL */
  assertAllowed(url: string): Promise<void>;
}

/** Operations on webhooks. */
export class WebhooksService {
  constructor(
    private readonly context: PublishingContext,
    private readonly targets: TargetCheck,
  ) {}

  /**
   * A webhook whose deliveries the actor may read.
   * @throws NoPermissionError; NotFoundError, also for the webhook of another integration
   */
  getById(actor: Actor, id: string): Promise<Webhook> {
    return getPermittedWebhook(this.context.dataSource.manager, actor, { id, permission: 'webhooks.browse' });
  }

  /**
   * Creates a webhook. If the actor is an integration, the webhook belongs to it.
   * @returns the id of the webhook
   * @throws ValidationError, NoPermissionError
   */
  async create(actor: Actor, input: WebhookInput): Promise<string> {
    authorize(actor, 'webhooks.add');
    await assertAcceptableWebhook(input, this.targets);
    return inTransaction(this.context.dataSource, this.context, async ({ manager }) => {
      const now = this.context.clock.now();
      const integrationId = actor.kind === 'integration' ? actor.id : (input.integrationId ?? null);
      if (actor.kind !== 'integration') await assertIntegration(manager, integrationId);
      return insertWebhook(manager, input, { integrationId, now });
    });
  }

  /**
   * Changes a webhook, and enables it if it is disabled. Deliveries that still wait are discarded then; they can be replayed. For 24 hours
   * after a change of the secret, deliveries are also signed with the previous secret. If the secret is removed (null or ''), deliveries
   * are no longer signed. `integrationId` is ignored if the actor is an integration.
   * @param input an absent property keeps its value
   * @throws NotFoundError, also for the webhook of another integration; ValidationError, NoPermissionError
   */
  async edit(actor: Actor, id: string, input: WebhookInput): Promise<void> {
    authorize(actor, 'webhooks.edit');
    await assertAcceptableWebhook(input, this.targets);
    await inTransaction(this.context.dataSource, this.context, async ({ manager }) => {
      // The lock makes a concurrent edit wait. So that edit reads the secret that this edit stores, and keeps it as the previous secret.
      const lock = 'for_no_key_update';
      const webhook = await getPermittedWebhook(manager, actor, { id, permission: 'webhooks.edit', lock });
      const now = this.context.clock.now();
      const { integrationId, ...others } = input;
      const fields =
        actor.kind === 'integration' || integrationId === undefined ? others : { ...others, integrationId };
      if ('integrationId' in fields) await assertIntegration(manager, fields.integrationId);
      const changes = changesIn<Webhook>(webhook, fields);
      // Only a changed secret is checked: clients also send the stored secret back, which may have been stored before this check existed.
      assertSigningSecret(changes.secret);
      const { event, targetUrl } = { ...webhook, ...changes };
      await assertFreeTarget(manager, { event, targetUrl }, id);
      const columns = { ...changes, ...secretRotationColumns(webhook, changes, now), ...reenablingColumns(webhook) };
      if (Object.keys(columns).length > 0) await manager.update(Webhook, { id }, { ...columns, updatedAt: now });
      // The webhook is updated first, because the worker also locks a webhook before its deliveries. Another order could deadlock.
      if (webhook.status === 'disabled') await discardPendingDeliveries(manager, id);
    });
  }

  /**
   * Deletes a webhook and its deliveries. If it fails, some deliveries may be deleted already.
   * @throws NoPermissionError; NotFoundError, also for the webhook of another integration
   */
  async delete(actor: Actor, id: string): Promise<void> {
    const { dataSource } = this.context;
    await getPermittedWebhook(dataSource.manager, actor, { id, permission: 'webhooks.destroy' });
    await deleteDeliveries(dataSource.manager, [id]);
    await inTransaction(dataSource, this.context, async ({ manager }) => {
      await getPermittedWebhook(manager, actor, { id, permission: 'webhooks.destroy' });
      await manager.delete(Webhook, { id });
    });
  }
}

/** Checks the fields that the input contains. @throws ValidationError when a field is invalid, or the target is not allowed */
export async function assertAcceptableWebhook(input: WebhookInput, targets: TargetCheck): Promise<void> {
  assertColumns('webhooks', input, webhookColumnRules);
  if (input.event !== undefined) assertKnownEvent(input.event);
  if (input.targetUrl !== undefined) await targets.assertAllowed(input.targetUrl);
}

/**
 * Inserts a webhook.
 * @returns the id of the webhook
 * @throws ValidationError when the event or the target is missing, another webhook has the same event and target, or the secret begins
 *   with `whsec_` and is not base64
 */
export async function insertWebhook(
  manager: EntityManager,
  { event = '', targetUrl = '', name = null, secret = null, apiVersion }: WebhookInput,
  { integrationId, now }: { integrationId: string | null; now: Date },
): Promise<string> {
  const id = createObjectId();
  // The defaults of `event` and `targetUrl` are empty strings, which the rules reject.
  assertColumns('webhooks', { event, targetUrl }, webhookColumnRules);
  assertSigningSecret(secret);
  await assertFreeTarget(manager, { event, targetUrl }, id);
  const row = { id, event, targetUrl, name, secret, integrationId, createdAt: now, updatedAt: now };
  await manager.insert(Webhook, { ...row, ...(apiVersion !== undefined && { apiVersion }) });
  return id;
}

/** A lock of the row until the transaction ends. The relay can still add deliveries of the webhook. */
type WebhookLock = 'for_no_key_update';

/** @throws NotFoundError */
async function getWebhook(manager: EntityManager, id: string, lock?: WebhookLock): Promise<Webhook> {
  const webhook = await manager.findOne(Webhook, { where: { id }, ...(lock && { lock: { mode: lock } }) });
  if (!webhook) throw new NotFoundError('Webhook not found.');
  return webhook;
}

type WebhookPermission = 'webhooks.browse' | 'webhooks.edit' | 'webhooks.destroy' | 'webhooks.replay';

/**
 * Reads a webhook that the permission of the actor covers. An integration can access only its own webhooks.
 * @throws NoPermissionError; NotFoundError, also for the webhook of another integration
 */
export async function getPermittedWebhook(
  manager: EntityManager,
  actor: Actor,
  { id, permission, lock }: { id: string; permission: WebhookPermission; lock?: WebhookLock },
): Promise<Webhook> {
  const reach = authorize(actor, permission);
  const webhook = await getWebhook(manager, id, lock);
  const isReachable = reach === 'any' || (reach === 'own' && webhook.integrationId === actor.id);
  if (!isReachable) throw new NotFoundError('Webhook not found.');
  return webhook;
}

/** @throws ValidationError when there is no integration with the id; null is allowed */
async function assertIntegration(manager: EntityManager, id: string | null): Promise<void> {
  if (id === null || (await manager.existsBy(Integration, { id }))) return;
  throw new ValidationError(`The 'integration_id' value provided does not match an existing integration.`, {
    context: 'webhooks.integration_id',
    property: 'integration_id',
  });
}

/** @throws ValidationError when another webhook has the same event and target */
async function assertFreeTarget(
  manager: EntityManager,
  { event, targetUrl }: Pick<Webhook, 'event' | 'targetUrl'>,
  exceptId: string,
): Promise<void> {
  const taken = await manager.findOneBy(Webhook, { event, targetUrl });
  if (taken && taken.id !== exceptId) {
    throw new ValidationError('Target URL has already been used for this event.');
  }
}

function secretRotationColumns(webhook: Webhook, changes: Partial<Webhook>, now: Date): Partial<Webhook> {
  if (changes.secret === undefined) return {};
  // Without a secret, deliveries have no signatures.
  if (!changes.secret) return { previousSecret: null, previousSecretExpiresAt: null };
  if (!webhook.secret) return {};
  return { previousSecret: webhook.secret, previousSecretExpiresAt: new Date(now.getTime() + ROTATION_MS) };
}

/**
 * Discards the pending deliveries of a disabled webhook. The worker discards them when it disables the webhook, but not those that the
 * relay adds at the same moment.
 */
async function discardPendingDeliveries(manager: EntityManager, webhookId: string): Promise<void> {
  await manager.query(
    `update publishing.webhook_deliveries set status = 'discarded', next_attempt_at = null, claimed_until = null, completed_at = now()
     where webhook_id = $1 and status = 'pending'`,
    [webhookId],
  );
}

function reenablingColumns({ status, failingSinceAt }: Webhook): Partial<Webhook> {
  if (status === 'available' && failingSinceAt === null) return {};
  return { status: 'available', disabledAt: null, disabledReason: null, failingSinceAt: null };
}
