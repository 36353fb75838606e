import { CalendarUser, createObjectId, UsernameClaim } from '@almanac/entities';
import { Clock } from '@almanac/platform';
import { CalendarGraphqlConfiguration, type RequestInviteDto, type Issue, type SignUpDto } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { recordMail } from '../outbox/calendar-outbox-events';
import { linkMail, unknownAddressMail } from './account-mails';
import { SessionsService } from './sessions.service';

/** No user has this id: ids are 24 hex digits. */
const UNKNOWN_USER_ID = '';
const USERNAME_TAKEN: Issue = { path: 'username', message: 'This username is taken.' };

/** Sign-up and requests for sign-in links. Neither the response nor its timing reveals whether an address has an account. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: SessionsService,
    private readonly clock: Clock,
    private readonly configuration: CalendarGraphqlConfiguration,
  ) {}

  /** Adds an issue if the username has none and is taken, so that one response contains all issues of a sign-up. */
  async addUsernameIssue({ username, email }: SignUpDto, issues: readonly Issue[]): Promise<Issue[]> {
    if (issues.some(({ path }) => path === 'username')) return [...issues];
    const isTaken = await this.isTaken(this.dataSource.manager, username, email);
    return isTaken ? [...issues, USERNAME_TAKEN] : [...issues];
  }

  /**
   * Creates an account, or replaces the username and the name of an account that is not confirmed: another person may have signed up with
   * the address before. Mails a sign-in link, also to an address with a confirmed account, which stays as it is.
   * @returns a list with one issue if the username is taken; an empty list on success
   */
  async signUp(input: SignUpDto): Promise<Issue[]> {
    return this.dataSource.transaction(async (manager) => {
      // Claims the username for the address, unless it is claimed already.
      await manager.query(
        'insert into calendar.username_claims (username_key, email_key) values ($1, $2) on conflict do nothing',
        [input.username.toLowerCase(), input.email.toLowerCase()],
      );
      if (await this.isTaken(manager, input.username, input.email)) {
        return [USERNAME_TAKEN];
      }
      const candidate = this.newUser(input);
      await manager.query(
        `insert into calendar.users (id, email, email_key, username, username_key, name, created_at)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict (email_key) do nothing`,
        [
          candidate.id,
          candidate.email,
          candidate.emailKey,
          candidate.username,
          candidate.usernameKey,
          candidate.name,
          candidate.createdAt,
        ],
      );
      const user = await manager.findOneByOrFail(CalendarUser, { emailKey: candidate.emailKey });
      // Deletes the link of an earlier sign-up before the names change. So each link confirms only the username that its mail contains.
      const hash = await this.sessions.issueLink(manager, user.id);
      const isPending = await this.replaceNames(manager, user.id, candidate);
      const { calendarUrl } = this.configuration;
      const mail = isPending
        ? linkMail('calendar-sign-up', candidate, hash, calendarUrl)
        : linkMail('calendar-already-registered', user, hash, calendarUrl);
      await this.mail(manager, mail);
      return [];
    });
  }

  /** Mails a sign-in link to the address of an account. Any other address gets a mail about how to sign up. */
  async requestInvite({ email }: RequestInviteDto): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const user = await manager.findOneBy(CalendarUser, { emailKey: email.toLowerCase() });
      // For an unknown address, too, so that the response time does not reveal whether the address has an account.
      const hash = await this.sessions.issueLink(manager, user?.id ?? UNKNOWN_USER_ID);
      const { calendarUrl } = this.configuration;
      await this.mail(
        manager,
        user ? linkMail('calendar-sign-in', user, hash, calendarUrl) : unknownAddressMail(email, calendarUrl),
      );
    });
  }

  /**
   * Whether an address cannot sign up with a username. The address that claimed the username can sign up with it again until the account
   * is confirmed. After that, the username is taken for every address: to accept it for one address would reveal that the account has this
   * address.
   */
  private async isTaken(manager: EntityManager, username: string, email: string): Promise<boolean> {
    const usernameKey = username.toLowerCase();
    const claim = await manager.findOneBy(UsernameClaim, { usernameKey });
    if (!claim) return false;
    if (claim.emailKey !== email.toLowerCase()) return true;
    const owner = await manager.findOneBy(CalendarUser, { usernameKey });
    return Boolean(owner?.confirmedAt);
  }

  /** Gives an account the names of a new sign-up. @returns false, without a change, if the account is confirmed */
  private async replaceNames(
    manager: EntityManager,
    id: string,
    { email, username, usernameKey, name }: CalendarUser,
  ): Promise<boolean> {
    const columns = { email, username, usernameKey, name };
    const { affected } = await manager.update(CalendarUser, { id, confirmedAt: IsNull() }, columns);
    return affected === 1;
  }

  private mail(manager: EntityManager, mail: Parameters<typeof recordMail>[1]): Promise<void> {
    return recordMail(manager, mail, this.configuration.encryptionKey);
  }

  private newUser({ email, username, name }: SignUpDto): CalendarUser {
    return Object.assign(new CalendarUser(), {
      id: createObjectId(),
      email,
      emailKey: email.toLowerCase(),
      username,
      usernameKey: username.toLowerCase(),
      name,
      confirmedAt: null,
      createdAt: this.clock.now(),
    });
  }
}
