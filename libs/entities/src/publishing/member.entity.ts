import { memberDefinition } from '@almanac/resource-fields';
import { Entity, OneToMany, type Relation } from 'typeorm';
import type { MemberSubscription } from './member-subscription.entity';
import { withColumns } from './with-columns';

/** A reader of the site who signed up, was imported, or was added by staff or an integration. */
@Entity({ name: 'members', schema: 'publishing' })
export class Member extends withColumns(memberDefinition) {
  @OneToMany('MemberSubscription', 'member')
  subscriptions?: Relation<MemberSubscription>[];
}
