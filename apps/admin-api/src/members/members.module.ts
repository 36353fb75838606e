import { Module } from '@nestjs/common';
import { MemberRoutesController } from './member-routes.controller';
import { MembersCsvController } from './members-csv.controller';
import { MembersUploadController } from './members-upload.controller';
import { MembersController } from './members.controller';

/**
 * The members of the site, and their import and export as CSV. `MemberRoutesController` has the routes that came with v5: statistics,
 * events, sign-in links and bulk requests.
 */
@Module({ controllers: [MembersCsvController, MembersUploadController, MemberRoutesController, MembersController] })
export class MembersModule {}
