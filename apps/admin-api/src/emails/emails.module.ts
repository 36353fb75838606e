import { Module } from '@nestjs/common';
import { EmailPreviewsController } from './email-previews.controller';
import { EmailsController } from './emails.controller';

/** The newsletters of posts, and their previews. */
@Module({ controllers: [EmailsController, EmailPreviewsController] })
export class EmailsModule {}
