import { checkInput, RequestInviteDto, type Issue, SignUpDto } from '@almanac/validation';
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
import { MailLimits } from '../limits/mail-limits';
import { AccountsService } from './accounts.service';
import { SessionsService } from './sessions.service';
import { TicketsService } from './tickets.service';
import { userOutput } from './user-output';
import { isTicket } from './verify-ticket';
import { requireViewer } from './viewer';

const INPUT_MISSING: Issue = { path: 'input', message: 'input is missing' };

/** The queries and mutations of accounts and sessions. */
@Resolver()
export class AccountsResolver {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly tickets: TicketsService,
    private readonly mailLimits: MailLimits,
  ) {}

  @Query()
  async me(@Context() { viewer, loaders }: GraphqlContext): Promise<User | null> {
    const user = viewer && (await loaders.sessionUsers.load(viewer.userId));
    return user ? userOutput(user, user.id) : null;
  }

  @Mutation()
  async signup(@Args() { input }: MutationSignupArgs): Promise<Issue[]> {
    if (!input) return [INPUT_MISSING];
    const { input: checked, issues: inputIssues } = checkInput(SignUpDto, input);
    const issues = await this.accounts.addUsernameIssue(checked, inputIssues);
    // A refused sign-up sends no mail, so the limit of mails to its address must not count it.
    if (issues.length > 0) return issues;
    await this.mailLimits.consumeForSignInLink(checked.email);
    return this.accounts.signUp(checked);
  }

  @Mutation()
  async signin(@Args() { input }: MutationSigninArgs): Promise<UserSession> {
    if (!input) throw inputError([INPUT_MISSING]);
    // `input.hash` is either a ticket, which admin-api signs for staff, or the token of a mailed link.
    const sessions = isTicket(input.hash) ? this.tickets : this.sessions;
    const { hash, user, redeemedAt, isValid } = await sessions.signIn(input.hash);
    return { hash, user: userOutput(user, user.id), ctime: redeemedAt.toISOString(), isValid };
  }

  @Mutation()
  async requestInvite(@Args() { input }: MutationRequestInviteArgs): Promise<boolean> {
    if (!input) throw inputError([INPUT_MISSING]);
    const { input: checked, issues } = checkInput(RequestInviteDto, input, 'input');
    assertNoIssues(issues);
    await this.mailLimits.consumeForSignInLink(checked.email);
    await this.accounts.requestInvite(checked);
    return true;
  }

  @Mutation()
  async signout(@Context() context: GraphqlContext): Promise<boolean> {
    await this.sessions.revoke(requireViewer(context.viewer));
    return true;
  }
}
