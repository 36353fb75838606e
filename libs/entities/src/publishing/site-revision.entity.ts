import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row. Raised by the database in every transaction that changes what readers may see, and announced on `publishing_site_revision`. */
@Entity({ name: 'site_revision', schema: 'publishing' })
export class SiteRevision {
  @PrimaryColumn('integer')
  id: number;

  /** A bigint, which the driver gives as text. */
  @Column('bigint')
  revision: string;
}
