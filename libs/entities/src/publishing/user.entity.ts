import { userDefinition } from '@almanac/resource-fields';
import { Entity, JoinTable, ManyToMany, OneToMany, type Relation } from 'typeorm';
import type { PostAuthor } from './post-author.entity';
import type { Role } from './role.entity';
import { withColumns } from './with-columns';

@Entity({ name: 'users', schema: 'publishing' })
export class User extends withColumns(userDefinition) {
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
