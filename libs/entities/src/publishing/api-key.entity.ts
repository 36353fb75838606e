import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Integration } from './integration.entity';
import type { Role } from './role.entity';

/** A key of an integration. With a content key, clients read published content; with an admin key, they sign tokens for the Admin API. */
@Entity({ name: 'api_keys', schema: 'publishing' })
export class ApiKey {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  type: 'content' | 'admin';

  /** 26 hexadecimal digits for content keys, 64 for admin keys; not encrypted, see ADR 0012. */
  @Column('text')
  secret: string;

  /** The role of an admin key; null for content keys. */
  @Column('text', { name: 'role_id', nullable: true })
  roleId: string | null;

  @Column('text', { name: 'integration_id', nullable: true })
  integrationId: string | null;

  /** When an admin key was used. Stored at most once a minute, so later uses within a minute are missing. Null for content keys. */
  @Column('timestamptz', { name: 'last_seen_at', nullable: true })
  lastSeenAt: Date | null;

  /** The version of the Admin API in the request at `lastSeenAt`, e.g. `v3`. Null for content keys. */
  @Column('text', { name: 'last_seen_version', nullable: true })
  lastSeenVersion: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', nullable: true })
  updatedAt: Date | null;

  @ManyToOne('Integration', 'apiKeys', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'integration_id' })
  integration?: Relation<Integration>;

  @ManyToOne('Role')
  @JoinColumn({ name: 'role_id' })
  role?: Relation<Role> | null;
}
