import { from } from '@almanac/api-versions';
import { Controller } from '@nestjs/common';
import { pageKind } from './post-kind';
import { PreviewLinksOfKindController } from './preview-links-of-kind.controller';

/** The routes that create and revoke preview links of pages. The base class implements them for posts and pages. */
@Controller({ path: 'admin/pages', version: from('canary') })
export class PreviewLinksOfPagesController extends PreviewLinksOfKindController {
  protected readonly kind = pageKind;
}
