import { Column, Entity, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import type { MemberSubscription } from './member-subscription.entity';

/** A reader of the site who signed up. */
@Entity({ name: 'members', schema: 'publishing' })
export class Member {
  @PrimaryColumn('text')
  id: string;

  /** Unique without regard to case. */
  @Column('text')
  email: string;

  @Column('text', { nullable: true })
  name: string | null;

  @Column('text', { nullable: true })
  note: string | null;

  @Column('integer', { default: 1 })
  revision: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', nullable: true })
  updatedAt: Date | null;

  @OneToMany('MemberSubscription', 'member')
  subscriptions?: Relation<MemberSubscription>[];
}
