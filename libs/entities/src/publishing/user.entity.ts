import { Column, Entity, JoinTable, ManyToMany, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import type { PostAuthor } from './post-author.entity';
import type { Role } from './role.entity';

/** `locked` waits for a new password, `warn-*` had failed sign-ins, `inactive` is suspended. */
export type UserStatus = 'active' | 'inactive' | 'locked' | 'warn-1' | 'warn-2' | 'warn-3' | 'warn-4';

/** A member of staff. The owner's id is `1`, every other a 24-hex ObjectID. */
@Entity({ name: 'users', schema: 'publishing' })
export class User {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  slug: string;

  /** bcrypt hash. */
  @Column('text')
  password: string;

  /** Unique without regard to case. */
  @Column('text')
  email: string;

  @Column('text', { name: 'profile_image', nullable: true })
  profileImage: string | null;

  @Column('text', { name: 'cover_image', nullable: true })
  coverImage: string | null;

  @Column('text', { nullable: true })
  bio: string | null;

  @Column('text', { nullable: true })
  website: string | null;

  @Column('text', { nullable: true })
  location: string | null;

  @Column('text', { nullable: true })
  facebook: string | null;

  @Column('text', { nullable: true })
  twitter: string | null;

  /** JSON text the admin client keeps its preferences in. */
  @Column('text', { nullable: true })
  accessibility: string | null;

  @Column('text', { default: 'active' })
  status: UserStatus;

  @Column('text', { nullable: true })
  locale: string | null;

  @Column('text', { default: 'public' })
  visibility: string;

  @Column('text', { name: 'meta_title', nullable: true })
  metaTitle: string | null;

  @Column('text', { name: 'meta_description', nullable: true })
  metaDescription: string | null;

  /** JSON text: which hints of the admin client were seen. */
  @Column('text', { nullable: true })
  tour: string | null;

  @Column('timestamptz', { name: 'last_seen', nullable: true })
  lastSeenAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('text', { name: 'created_by' })
  createdBy: string;

  @Column('timestamptz', { name: 'updated_at', nullable: true })
  updatedAt: Date | null;

  @Column('text', { name: 'updated_by', nullable: true })
  updatedBy: string | null;

  @ManyToMany('Role')
  @JoinTable({
    name: 'roles_users',
    schema: 'publishing',
    joinColumn: { name: 'user_id' },
    inverseJoinColumn: { name: 'role_id' },
  })
  roles?: Relation<Role>[];

  @OneToMany('PostAuthor', 'author')
  postAuthors?: Relation<PostAuthor>[];
}
