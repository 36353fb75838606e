import { RateLimits } from '@almanac/platform';
import { CalendarGraphqlConfiguration, checkInput, RequestInviteDto, type Issue, SignUpDto } from '@almanac/validation';
import { Args, Context, Mutation, Query, Resolver } from '@nestjs/graphql';
import {
  type MutationRequestInviteArgs,
  type MutationSigninArgs,
  type MutationSignupArgs,
  type User,
  type UserSession,
} from '../generated/schema-types';
import { type GraphqlContext } from '../graphql/graphql-context';
import { assertNoIssues, inputError } from '../graphql/input-error';
import { AccountsService } from './accounts.service';
import { digestOf } from './session-hash';
import { SessionsService } from './sessions.service';
import { userOutput } from './user-output';
import { requireViewer } from './viewer';

const INPUT_MISSING: Issue = { path: 'input', message: 'input is missing' };

/** Accounts and sessions, as GraphQL says them. */
@Resolver()
export class AccountsResolver {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly rateLimits: RateLimits,
    private readonly configuration: CalendarGraphqlConfiguration,
  ) {}

  @Query()
  async me(@Context() context: GraphqlContext): Promise<User | null> {
    const user = context.viewer && (await context.loaders.users.load(context.viewer.userId));
    return user ? userOutput(user, user.id) : null;
  }

  @Mutation()
  async signup(@Args() { input }: MutationSignupArgs): Promise<Issue[]> {
    if (!input) return [INPUT_MISSING];
    const { input: checked, issues } = checkInput(SignUpDto, input);
    if (issues.length > 0) return this.accounts.completeIssues(checked, issues);
    await this.countMailTo(checked.email);
    return this.accounts.signUp(checked);
  }

  @Mutation()
  async signin(@Args() { input }: MutationSigninArgs): Promise<UserSession> {
    if (!input) throw inputError([INPUT_MISSING]);
    const { user, redeemedAt, isValid } = await this.sessions.signIn(input.hash);
    return { hash: input.hash, user: userOutput(user, user.id), ctime: redeemedAt.toISOString(), isValid };
  }

  @Mutation()
  async requestInvite(@Args() { input }: MutationRequestInviteArgs): Promise<boolean> {
    if (!input) throw inputError([INPUT_MISSING]);
    const { input: checked, issues } = checkInput(RequestInviteDto, input, 'input');
    assertNoIssues(issues);
    await this.countMailTo(checked.email);
    await this.accounts.requestInvite(checked);
    return true;
  }

  @Mutation()
  async signout(@Context() context: GraphqlContext): Promise<boolean> {
    await this.sessions.revoke(requireViewer(context.viewer));
    return true;
  }

  /** Counted by a digest: an address can be longer than a counter's key, and has no business among them. */
  private async countMailTo(email: string): Promise<void> {
    const { mailsPerAddressPerHour, signInLinkMinutes } = this.configuration;
    // A window no longer than a link lives: while an address is refused, the newest link mailed to it still works.
    const minutes = Math.min(60, signInLinkMinutes);
    const points = Math.max(1, Math.floor((mailsPerAddressPerHour * minutes) / 60));
    const limit = { name: 'calendar-mails-address', points, durationSeconds: minutes * 60 };
    await this.rateLimits.consume(limit, digestOf(email.toLowerCase()));
  }
}
