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

/** The queries and mutations of accounts and sessions. */
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
    await this.consumeMailLimit(checked.email);
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
    await this.consumeMailLimit(checked.email);
    await this.accounts.requestInvite(checked);
    return true;
  }

  @Mutation()
  async signout(@Context() context: GraphqlContext): Promise<boolean> {
    await this.sessions.revoke(requireViewer(context.viewer));
    return true;
  }

  /** The key is a digest: an address can be longer than a key and must not be stored there. */
  private async consumeMailLimit(email: string): Promise<void> {
    const { mailsPerAddressPerHour, signInLinkMinutes } = this.configuration;
    // The window is not longer than the life of a link, so that a refused address still has a working link.
    const minutes = Math.min(60, signInLinkMinutes);
    const points = Math.max(1, Math.floor((mailsPerAddressPerHour * minutes) / 60));
    const limit = { name: 'calendar-mails-address', points, durationSeconds: minutes * 60 };
    await this.rateLimits.consume(limit, digestOf(email.toLowerCase()));
  }
}
