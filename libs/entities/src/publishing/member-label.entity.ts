import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Label } from './label.entity';
import type { Member } from './member.entity';

/** A label of a member. */
@Entity({ name: 'members_labels', schema: 'publishing' })
export class MemberLabel {
  @PrimaryColumn('text', { name: 'member_id' })
  memberId: string;

  @PrimaryColumn('text', { name: 'label_id' })
  labelId: string;

  /** The position among the labels of the member; labels with equal positions are ordered by name. */
  @Column('integer', { name: 'sort_order', default: 0 })
  sortOrder: number;

  @ManyToOne('Member', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'member_id' })
  member?: Relation<Member>;

  @ManyToOne('Label', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'label_id' })
  label?: Relation<Label>;
}
