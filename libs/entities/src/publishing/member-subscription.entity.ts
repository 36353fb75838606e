import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Member } from './member.entity';

/** `trialing`, `past_due` and the others are the payment provider's words. */
export type MemberSubscriptionStatus = 'active' | 'trialing' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete';

/** What a member pays for, or was given. */
@Entity({ name: 'member_subscriptions', schema: 'publishing' })
export class MemberSubscription {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'member_id' })
  memberId: string;

  @Column('text')
  provider: 'complimentary' | 'stripe';

  /** The provider's names for the subscription and its customer; null for complimentary ones. */
  @Column('text', { name: 'provider_subscription_id', nullable: true })
  providerSubscriptionId: string | null;

  @Column('text', { name: 'provider_customer_id', nullable: true })
  providerCustomerId: string | null;

  @Column('text')
  status: MemberSubscriptionStatus;

  @Column('text', { name: 'plan_id', nullable: true })
  planId: string | null;

  @Column('text', { name: 'plan_nickname' })
  planNickname: string;

  /** In the currency's smallest unit. */
  @Column('integer', { name: 'plan_amount', default: 0 })
  planAmount: number;

  @Column('text', { name: 'plan_currency', nullable: true })
  planCurrency: string | null;

  @Column('text', { name: 'plan_interval', nullable: true })
  planInterval: string | null;

  @Column('timestamptz', { name: 'started_at' })
  startedAt: Date;

  @Column('timestamptz', { name: 'current_period_end_at', nullable: true })
  currentPeriodEndAt: Date | null;

  @Column('boolean', { name: 'cancel_at_period_end', default: false })
  cancelAtPeriodEnd: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', nullable: true })
  updatedAt: Date | null;

  @ManyToOne('Member', 'subscriptions', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'member_id' })
  member?: Relation<Member>;
}
