import { memberSubscriptionDefinition } from '@almanac/resource-fields';
import { Entity, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import type { Member } from './member.entity';
import { withColumns } from './with-columns';

/** A paid or complimentary subscription of a member. */
@Entity({ name: 'member_subscriptions', schema: 'publishing' })
export class MemberSubscription extends withColumns(memberSubscriptionDefinition) {
  @ManyToOne('Member', 'subscriptions', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'member_id' })
  member?: Relation<Member>;
}
