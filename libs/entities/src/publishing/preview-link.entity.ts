import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A link that shows a post or page, in any status, to every client that has the link. */
@Entity({ name: 'preview_links', schema: 'publishing' })
export class PreviewLink {
  /** SHA-256 of the token in hex; the token is not stored. */
  @PrimaryColumn('text', { name: 'token_digest' })
  tokenDigest: string;

  @Column('text', { name: 'post_id' })
  postId: string;

  /**
   * The id of the user or integration that created the link. The link does not work while this user is suspended or locked, or after
   * the user or integration was deleted.
   */
  @Column('text', { name: 'created_by' })
  createdBy: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
