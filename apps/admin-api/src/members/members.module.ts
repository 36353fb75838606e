import { Module } from '@nestjs/common';
import { MemberRoutesController } from './member-routes.controller';
import { MembersCsvController } from './members-csv.controller';
import { MembersUploadController } from './members-upload.controller';
import { MembersController } from './members.controller';

/** The members of the site, and their import and export as CSV. */
@Module({ controllers: [MembersCsvController, MembersUploadController, MemberRoutesController, MembersController] })
export class MembersModule {}
