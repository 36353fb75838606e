import { Module } from '@nestjs/common';
import { MembersCsvController } from './members-csv.controller';
import { MembersController } from './members.controller';

@Module({ controllers: [MembersCsvController, MembersController] })
export class MembersModule {}
