import { apiVersions } from '@almanac/api-versions';
import { Controller } from '@nestjs/common';
import { pageKind } from './post-kind';
import { PostsOfKindController } from './posts-of-kind.controller';

@Controller({ path: 'admin/pages', version: [...apiVersions] })
export class PagesController extends PostsOfKindController {
  protected readonly kind = pageKind;
}
