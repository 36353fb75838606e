import { Column, Entity, PrimaryColumn } from 'typeorm';

/** `core` rows are ours alone, `members` holds the keys and secrets of member sign-in. */
export type SettingType = 'core' | 'blog' | 'theme' | 'private' | 'members';

@Entity({ name: 'settings', schema: 'publishing' })
export class Setting {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  key: string;

  /** Always text: JSON for lists and objects, `true` or `false` for switches. */
  @Column('text', { nullable: true })
  value: string | null;

  @Column('text')
  type: SettingType;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', nullable: true })
  updatedAt: Date | null;
}
