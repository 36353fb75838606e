import { Module } from '@nestjs/common';
import { EmailPreviewsController } from './email-previews.controller';
import { EmailsController } from './emails.controller';

/** Mails of posts to members. */
@Module({ controllers: [EmailsController, EmailPreviewsController] })
export class EmailsModule {}
