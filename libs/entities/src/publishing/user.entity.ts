import { userDefinition } from '@almanac/resource-fields';
import { Column, Entity, JoinTable, ManyToMany, OneToMany, type Relation } from 'typeorm';
import type { PostAuthor } from './post-author.entity';
import type { Role } from './role.entity';
import { withColumns } from './with-columns';

/** A user of the site: a person of the staff. */
@Entity({ name: 'users', schema: 'publishing' })
export class User extends withColumns(userDefinition) {
  /** The last e-mail address that was confirmed, by the setup of the site or by a mailed link, in lower case; null if there is none. */
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
