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

  /** The step that runs and the number of rows it has processed; null before the first heartbeat with progress. */
  @Column('json', { nullable: true })
  progress: object | null;

  /** The problems and the report of a finished import; null before the end and after an error. */
  @Column('json', { nullable: true })
  result: object | null;

  /** The error that ended the import; null without one, also if the process of the import ended early. */
  @Column('json', { nullable: true })
  error: object | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  /** The last heartbeat of the process that runs the import. */
  @Column('timestamptz', { name: 'beat_at', default: () => 'now()' })
  beatAt: Date;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt: Date | null;

  /** After this time, the Admin API no longer returns the import, and the worker deletes the row. */
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
