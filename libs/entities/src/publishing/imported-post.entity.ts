import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The post that an import stored for a row of its file, so that a second import of the file finds the post. */
@Entity({ name: 'imported_posts', schema: 'publishing' })
export class ImportedPost {
  /** SHA-256 over the id, slug, title and other values of the row, in hex. Repetitions in one file end in a number, e.g. `-2`. */
  @PrimaryColumn('text', { name: 'row_key' })
  rowKey: string;

  @Column('text', { name: 'post_id' })
  postId: string;
}
