import { createObjectId, Member, MemberSubscription, type MemberSubscriptionStatus } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import { recordEvent } from '@almanac/outbox';
import type { PublishingContext } from '../publishing-context';
import { inTransaction, type WriteScope } from '../write-scope';
import { memberOutboxEvent } from './member-events';
import { findMember, lockMember } from './stored-member';

/** A subscription as the payment provider tells it. */
export interface ProviderSubscription {
  subscriptionId: string;
  customerId: string;
  status: MemberSubscriptionStatus;
  planId: string | null;
  planNickname: string;
  /** In the currency's smallest unit. */
  planAmount: number;
  planCurrency: string | null;
  planInterval: string | null;
  startedAt: Date;
  currentPeriodEndAt: Date | null;
  cancelAtPeriodEnd: boolean;
}

/** A purchase that says whose customer somebody is. */
export interface ProviderCheckout {
  subscriptionId: string;
  customerId: string;
  email: string;
}

/** Keeps what members pay as the payment provider tells it. Only its signed messages come here, never a client's. */
export class ProviderSubscriptionsService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * Notes which member a customer of the provider is.
   * @throws NotFoundError when nobody has the address; the provider tells it again later
   */
  async connect({ subscriptionId, customerId, email }: ProviderCheckout, toldAt: Date): Promise<void> {
    await inTransaction(this.context.dataSource, this.context, async (scope) => {
      const member = await findMember(scope.manager, email);
      if (!member) throw new NotFoundError('No member has this address.');
      if (await scope.manager.existsBy(MemberSubscription, { providerSubscriptionId: subscriptionId })) return;
      await scope.manager.insert(MemberSubscription, {
        id: createObjectId(),
        memberId: member.id,
        provider: 'stripe',
        providerSubscriptionId: subscriptionId,
        providerCustomerId: customerId,
        status: 'incomplete',
        planNickname: '',
        startedAt: toldAt,
        createdAt: toldAt,
        updatedAt: null,
      });
    });
  }

  /**
   * Notes the state of a subscription; what was told earlier and arrives later changes nothing.
   * @throws NotFoundError when the customer is nobody's yet; the provider tells it again later
   */
  async keep({ subscriptionId, ...state }: ProviderSubscription, toldAt: Date): Promise<void> {
    await inTransaction(this.context.dataSource, this.context, async (scope) => {
      const { manager } = scope;
      const known = await manager.findOne(MemberSubscription, {
        where: [{ providerSubscriptionId: subscriptionId }, { providerCustomerId: state.customerId }],
        order: { createdAt: 'ASC' },
        lock: { mode: 'pessimistic_write' },
      });
      if (!known) throw new NotFoundError('No member is this customer.');
      const { customerId: providerCustomerId, ...plan } = state;
      const written = { ...plan, providerCustomerId, updatedAt: toldAt };
      if (known.providerSubscriptionId !== subscriptionId) {
        const row = { id: createObjectId(), memberId: known.memberId, provider: 'stripe' as const, createdAt: toldAt };
        await manager.insert(MemberSubscription, { ...row, providerSubscriptionId: subscriptionId, ...written });
      } else if (known.updatedAt === null || known.updatedAt <= toldAt) {
        await manager.update(MemberSubscription, { id: known.id }, written);
      } else return;
      await announce(scope, known.memberId, toldAt);
    });
  }
}

async function announce({ manager, settings }: WriteScope, memberId: string, at: Date): Promise<void> {
  const before = await lockMember(manager, memberId);
  const member: Member = { ...before, revision: before.revision + 1, updatedAt: at };
  await manager.update(Member, { id: memberId }, { revision: member.revision, updatedAt: at });
  await recordEvent(
    manager,
    memberOutboxEvent(settings, 'edited', member, { current: member, previous: { updatedAt: before.updatedAt } }),
  );
}
