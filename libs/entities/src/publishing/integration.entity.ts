import { Column, Entity, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import type { ApiKey } from './api-key.entity';
import type { Webhook } from './webhook.entity';

/** `custom`: added by staff; `builtin`: Zapier, which every site has; `internal`: part of the installation, not listed by the API. */
export type IntegrationType = 'custom' | 'builtin' | 'internal';

/** A program that uses the APIs, with keys of its own. */
@Entity({ name: 'integrations', schema: 'publishing' })
export class Integration {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { default: 'custom' })
  type: IntegrationType;

  @Column('text')
  name: string;

  @Column('text')
  slug: string;

  @Column('text', { name: 'icon_image', nullable: true })
  iconImage: string | null;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', nullable: true })
  updatedAt: Date | null;

  @OneToMany('ApiKey', 'integration')
  apiKeys?: Relation<ApiKey>[];

  @OneToMany('Webhook', 'integration')
  webhooks?: Relation<Webhook>[];
}
