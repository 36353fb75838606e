import { from } from '@almanac/api-versions';
import { Controller } from '@nestjs/common';
import { postKind } from './post-kind';
import { PreviewLinksOfKindController } from './preview-links-of-kind.controller';

@Controller({ path: 'admin/posts', version: from('canary') })
export class PreviewLinksOfPostsController extends PreviewLinksOfKindController {
  protected readonly kind = postKind;
}
