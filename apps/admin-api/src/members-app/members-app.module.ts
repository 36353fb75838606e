import { Module } from '@nestjs/common';
import { MagicLinksController } from './magic-links.controller';
import { MemberSessionController } from './member-session.controller';

@Module({ controllers: [MagicLinksController, MemberSessionController] })
export class MembersAppModule {}
