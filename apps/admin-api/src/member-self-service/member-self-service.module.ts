import { Module } from '@nestjs/common';
import { ConfirmSignInController } from './confirm-sign-in.controller';
import { IdentityTokens } from './identity-tokens';
import { MailPreferencesController } from './mail-preferences.controller';
import { MagicLinksController } from './magic-links.controller';
import { MemberPreferencesController } from './member-preferences.controller';
import { MemberSessionController } from './member-session.controller';
import { UnsubscribeController } from './unsubscribe.controller';

/** The routes that members use: sign-in, session, preferences and the links in mails. */
@Module({
  controllers: [
    ConfirmSignInController,
    MagicLinksController,
    MailPreferencesController,
    MemberPreferencesController,
    MemberSessionController,
    UnsubscribeController,
  ],
  providers: [IdentityTokens],
})
export class MemberSelfServiceModule {}
