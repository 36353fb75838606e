import { from } from '@almanac/api-versions';
import { Controller } from '@nestjs/common';
import { BulkPostsOfKindController } from './bulk-posts-of-kind.controller';
import { pageKind } from './post-kind';

@Controller({ path: 'admin/pages', version: from('v5') })
export class BulkPagesController extends BulkPostsOfKindController {
  protected readonly kind = pageKind;
}
