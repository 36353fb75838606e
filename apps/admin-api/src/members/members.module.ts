import { Module } from '@nestjs/common';
import { MemberRoutesController } from './member-routes.controller';
import { MembersCsvController } from './members-csv.controller';
import { MembersUploadController } from './members-upload.controller';
import { MembersController } from './members.controller';

/** The routes with fixed paths come first: `members/:id` would match them, too. */
@Module({ controllers: [MembersCsvController, MembersUploadController, MemberRoutesController, MembersController] })
export class MembersModule {}
