import { from } from '@almanac/api-versions';
import { NoPermissionError, NotImplementedError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import { type Actor, UsersService } from '@almanac/publishing';
import { AdminApiConfiguration } from '@almanac/validation';
import { Controller, Header, HttpCode, Post } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';
import { WithoutReplay } from '../idempotency/without-replay.decorator';
import { signTicket } from './sign-ticket';

/** Issues the tickets with which staff sign in to the calendar, a separate service with its own accounts. */
@Controller({ path: 'admin/calendar_ticket', version: from('canary') })
export class CalendarTicketController {
  constructor(
    private readonly users: UsersService,
    private readonly clock: Clock,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  @Post()
  @WithoutReplay()
  @HttpCode(201)
  @Header('cache-control', 'no-store')
  async add(@CurrentActor() actor: Actor): Promise<{ calendar_ticket: [{ ticket: string }] }> {
    const { calendarTicketSecret } = this.configuration;
    if (calendarTicketSecret === undefined) {
      throw new NotImplementedError('The calendar is not connected.', {
        help: 'Set CALENDAR_TICKET_SECRET to the same value in admin-api and calendar-graphql.',
      });
    }
    const { name, email } = await this.users.confirmedIdentity(actor);
    if (email === null) {
      throw new NoPermissionError('Your e-mail address is not confirmed.', {
        help: 'Request a new password for this address, and set it by the link in the mail. This confirms the address.',
      });
    }
    const ticket = signTicket({ id: actor.id, email, name }, calendarTicketSecret, this.clock.now());
    return { calendar_ticket: [{ ticket }] };
  }
}
