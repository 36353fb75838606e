import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * An import that runs after the response to its request. It has failed if it has an error, or neither a result nor a recent
 * heartbeat.
 */
@Entity({ name: 'imports', schema: 'publishing' })
export class ImportRun {
  @PrimaryColumn('text')
  id: string;

  /** The client that started the import: `user:<id>` or `integration:<id>`. */
  @Column('text')
  actor: string;

  @Column('text')
  filename: string;

  @Column('json', { nullable: true })
  progress: object | null;

  @Column('json', { nullable: true })
  result: object | null;

  @Column('json', { nullable: true })
  error: object | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  /** The last heartbeat of the process that runs the import. */
  @Column('timestamptz', { name: 'beat_at', default: () => 'now()' })
  beatAt: Date;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt: Date | null;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
