import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A digest of the last imported value of a setting, so that a second import of the file does not revert later changes. */
@Entity({ name: 'imported_settings', schema: 'publishing' })
export class ImportedSetting {
  @PrimaryColumn('text')
  key: string;

  /** SHA-256 over the JSON of the value, as the import converts it, in hex. */
  @Column('text', { name: 'value_digest' })
  valueDigest: string;
}
