import { createObjectId, Member, MemberSubscription, type MemberSubscriptionStatus } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import { recordEvent } from '@almanac/outbox';
import type { FindOptionsWhere } from 'typeorm';
import { databaseTime } from '../database-time';
import type { PublishingContext } from '../publishing-context';
import { inTransaction, type WriteScope } from '../write-scope';
import { memberOutboxEvent, previousMemberValues } from './member-events';
import { lockMemberRecord, type MemberRecord, readMemberRecord } from './member-record';
import { findMember } from './stored-member';

/** A subscription as the payment provider reports it. */
export interface ProviderSubscription {
  subscriptionId: string;
  customerId: string;
  status: MemberSubscriptionStatus;
  planId: string | null;
  planNickname: string;
  /** In the smallest unit of the currency. */
  planAmount: number;
  planCurrency: string | null;
  planInterval: string | null;
  startedAt: Date;
  currentPeriodEndAt: Date | null;
  cancelAtPeriodEnd: boolean;
}

/** A completed checkout. It contains the e-mail address of the provider's customer. */
export interface ProviderCheckout {
  subscriptionId: string;
  customerId: string;
  email: string;
}

/** Stores the subscriptions that the payment provider (Stripe) reports by signed webhooks. */
export class ProviderSubscriptionsService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * Links a customer of the provider to the member with this address: adds a subscription with the status `incomplete`, whose state
   * `store` writes later. A subscription that exists is not changed.
   * @param reportedAt when the provider created the report, in whole seconds; a retry has the same time
   * @throws NotFoundError when no member has the address; the provider then retries
   */
  async connect({ subscriptionId, customerId, email }: ProviderCheckout, reportedAt: Date): Promise<void> {
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
        startedAt: reportedAt,
        createdAt: reportedAt,
        // Null until `store` writes the first report, so that every report counts as newer.
        updatedAt: null,
      });
    });
  }

  /**
   * Stores the state of a subscription. A report older than the stored state is ignored. Of two reports of the same second, the one
   * that arrives later is stored, with two exceptions: `incomplete`, the first status of a subscription, replaces no other status; and
   * no other status replaces `canceled`, the last one.
   * @param reportedAt when the provider created the report, in whole seconds; a retry has the same time
   * @throws NotFoundError when the customer is not linked to a member yet; the provider then retries
   */
  async store({ subscriptionId, ...state }: ProviderSubscription, reportedAt: Date): Promise<void> {
    await inTransaction(this.context.dataSource, this.context, async (scope) => {
      const { manager } = scope;
      const find = (where: FindOptionsWhere<MemberSubscription>): Promise<MemberSubscription | null> =>
        manager.findOne(MemberSubscription, {
          where,
          order: { createdAt: 'ASC' },
          lock: { mode: 'pessimistic_write' },
        });
      const known =
        (await find({ providerSubscriptionId: subscriptionId })) ??
        (await find({ providerCustomerId: state.customerId }));
      if (!known) throw new NotFoundError('No member is linked to this customer.');
      const member = await lockMemberRecord(manager, known.memberId);
      const { customerId: providerCustomerId, ...columns } = state;
      const written = { ...columns, providerCustomerId, updatedAt: reportedAt };
      if (known.providerSubscriptionId !== subscriptionId) {
        // A further subscription of a customer who is linked to a member already.
        const row = {
          id: createObjectId(),
          memberId: known.memberId,
          provider: 'stripe' as const,
          createdAt: reportedAt,
        };
        await manager.insert(MemberSubscription, { ...row, providerSubscriptionId: subscriptionId, ...written });
      } else if (isNewer(written, known)) {
        await manager.update(MemberSubscription, { id: known.id }, written);
      } else return;
      await recordMemberEdited(scope, member);
    });
  }
}

/** Whether the report replaces the stored state, by the rules of `store`. */
function isNewer(
  report: { status: MemberSubscriptionStatus; updatedAt: Date },
  { status, updatedAt }: Pick<MemberSubscription, 'status' | 'updatedAt'>,
): boolean {
  if (updatedAt === null || updatedAt < report.updatedAt) return true;
  const isSameSecond = updatedAt.getTime() === report.updatedAt.getTime();
  const isEarlierStatus = report.status === 'incomplete' || status === 'canceled';
  return isSameSecond && (!isEarlierStatus || report.status === status);
}

/** Raises the revision of the member and records the event. @param before the member before the change */
async function recordMemberEdited({ manager, settings }: WriteScope, before: MemberRecord): Promise<void> {
  const updatedAt = await databaseTime(manager);
  await manager.update(Member, { id: before.id }, { revision: before.revision + 1, updatedAt });
  const member = await readMemberRecord(manager, before.id);
  const previous = previousMemberValues(before, member);
  await recordEvent(manager, memberOutboxEvent(settings, 'edited', member, { current: member, previous }));
}
