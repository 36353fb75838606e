import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of the audit log: what an actor did to a resource. */
@Entity({ name: 'actions', schema: 'publishing' })
export class Action {
  @PrimaryColumn('text')
  id: string;

  /** Nullable as in Ghost; never null in actions that Almanac stores. */
  @Column('text', { name: 'resource_id', nullable: true })
  resourceId: string | null;

  @Column('text', { name: 'resource_type' })
  resourceType: string;

  @Column('text', { name: 'actor_id' })
  actorId: string;

  @Column('text', { name: 'actor_type' })
  actorType: 'user' | 'integration';

  @Column('text')
  event: 'added' | 'edited' | 'deleted';

  /** Always null. Exports contain the column, because exports of Ghost contain it. */
  @Column('jsonb', { nullable: true })
  context: Record<string, unknown> | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
