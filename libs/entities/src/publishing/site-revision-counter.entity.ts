import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * One of the counters whose sum is the site revision (the view `site_revision`). The database raises one in every transaction
 * that changes what readers may see.
 */
@Entity({ name: 'site_revision_counters', schema: 'publishing' })
export class SiteRevisionCounter {
  @PrimaryColumn('integer')
  id: number;

  /** A bigint, which the driver gives as text. */
  @Column('bigint')
  revision: string;
}
