import { from } from '@almanac/api-versions';
import { Controller } from '@nestjs/common';
import { postKind } from './post-kind';
import { PreviewLinksOfKindController } from './preview-links-of-kind.controller';

/** The routes that create and revoke preview links of posts. The base class implements them for posts and pages. */
@Controller({ path: 'admin/posts', version: from('canary') })
export class PreviewLinksOfPostsController extends PreviewLinksOfKindController {
  protected readonly kind = postKind;
}
