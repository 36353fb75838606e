import { from } from '@almanac/api-versions';
import { Controller } from '@nestjs/common';
import { pageKind } from './post-kind';
import { PreviewLinksOfKindController } from './preview-links-of-kind.controller';

@Controller({ path: 'admin/pages', version: from('canary') })
export class PreviewLinksOfPagesController extends PreviewLinksOfKindController {
  protected readonly kind = pageKind;
}
