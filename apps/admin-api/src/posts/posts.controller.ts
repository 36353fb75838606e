import { apiVersions } from '@almanac/api-versions';
import { Controller } from '@nestjs/common';
import { postKind } from './post-kind';
import { PostsOfKindController } from './posts-of-kind.controller';

/** The routes of posts. The base class implements them for posts and pages. */
@Controller({ path: 'admin/posts', version: [...apiVersions] })
export class PostsController extends PostsOfKindController {
  protected readonly kind = postKind;
}
