import { Module } from '@nestjs/common';
import { IdentityTokens } from './identity-tokens';
import { MagicLinksController } from './magic-links.controller';
import { MemberSessionController } from './member-session.controller';

@Module({ controllers: [MagicLinksController, MemberSessionController], providers: [IdentityTokens] })
export class MembersAppModule {}
