import { Column, Entity, PrimaryColumn } from 'typeorm';

export type RoleName =
  | 'Administrator'
  | 'Editor'
  | 'Author'
  | 'Contributor'
  | 'Owner'
  | 'Admin Integration'
  | 'DB Backup Integration'
  | 'Scheduler Integration';

@Entity({ name: 'roles', schema: 'publishing' })
export class Role {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: RoleName;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', nullable: true })
  updatedAt: Date | null;
}
