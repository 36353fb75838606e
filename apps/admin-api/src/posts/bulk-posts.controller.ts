import { from } from '@almanac/api-versions';
import { Controller } from '@nestjs/common';
import { BulkPostsOfKindController } from './bulk-posts-of-kind.controller';
import { postKind } from './post-kind';

@Controller({ path: 'admin/posts', version: from('v5') })
export class BulkPostsController extends BulkPostsOfKindController {
  protected readonly kind = postKind;
}
