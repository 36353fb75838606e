import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * One of the counters whose sum is the site revision (the view `site_revision`). A trigger increments one of them in every
 * transaction that changes public content. There are several counters, so that concurrent commits do not wait for each other.
 */
@Entity({ name: 'site_revision_counters', schema: 'publishing' })
export class SiteRevisionCounter {
  @PrimaryColumn('integer')
  id: number;

  /** A bigint; the driver returns it as a string. */
  @Column('bigint')
  revision: string;
}
