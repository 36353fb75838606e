import { userDefinition } from '@almanac/resource-fields';
import { Column, Entity, JoinTable, ManyToMany, OneToMany, type Relation } from 'typeorm';
import type { PostAuthor } from './post-author.entity';
import type { Role } from './role.entity';
import { withColumns } from './with-columns';

/** A user of the site: a person of the staff. */
@Entity({ name: 'users', schema: 'publishing' })
export class User extends withColumns(userDefinition) {
  /**
   * The last confirmed e-mail address, in lower case; null if none was confirmed. The setup of the site or a mailed link confirms it;
   * addresses of users from before this column count as confirmed.
   */
  @Column('text', { name: 'confirmed_email', nullable: true, select: false })
  confirmedEmail?: string | null;

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
