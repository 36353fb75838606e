import { from, type JsonObject } from '@almanac/api-versions';
import { ValidationError } from '@almanac/errors';
import { type RateLimit, RateLimits } from '@almanac/platform';
import { type Actor, type EmailAudience, EmailPreviewsService } from '@almanac/publishing';
import type { PostVisibility } from '@almanac/entities';
import { assertLookupFormat, type QueryParameters } from '@almanac/resource-queries';
import { checkInput, notAllowed, TestEmailDto } from '@almanac/validation';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';

/** The number of recipients of test mails per user or integration in an hour. It is limited, because test mails can go to any address. */
const testMailsPerActor: RateLimit = { name: 'test-email', maxEvents: 100, durationSeconds: 3_600 };

const postVisibilities: readonly PostVisibility[] = ['public', 'members', 'paid'];

/** The audience for each value that clients of Ghost 4 and 5 send as the segment of members. */
const audienceBySegment: ReadonlyMap<unknown, EmailAudience> = new Map([
  ['free', 'free'],
  ['status:free', 'free'],
  ['paid', 'paid'],
  ['status:-free', 'paid'],
  ['status:paid', 'paid'],
]);

/**
 * Shows the mail of a post before it is sent, sends it to test addresses, and counts the members who would get it. The parameter for
 * the segment of members has two names in clients of Ghost: `memberSegment` and `member_segment`.
 */
@Controller({ path: 'admin/email_previews/posts/:id', version: from('v3') })
export class EmailPreviewsController {
  constructor(
    private readonly previews: EmailPreviewsService,
    private readonly limits: RateLimits,
  ) {}

  @Get()
  async read(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query() { memberSegment, member_segment: segment = memberSegment }: QueryParameters,
  ): Promise<JsonObject> {
    assertLookupFormat('id', id);
    return { email_previews: [{ ...(await this.previews.preview(actor, id, audienceOf(segment))) }] };
  }

  /** Sends the mail to up to ten addresses: `{"emails": ["one@example.com"], "memberSegment": "status:free"}`. */
  @Post()
  @HttpCode(204)
  async send(@CurrentActor() actor: Actor, @Param('id') id: string, @Body() body: unknown): Promise<void> {
    assertLookupFormat('id', id);
    // `Object` turns null and primitive values into an object without the fields of the DTO.
    const { input, issues } = checkInput(TestEmailDto, Object(body));
    const [issue] = issues;
    if (issue) throw new ValidationError(issue.message, { property: issue.path });
    const { emails: to, memberSegment, member_segment: segment, subject } = input;
    const audience = audienceOf(segment ?? memberSegment);
    // Before the limit, so that a refused request does not count.
    await this.previews.assertMayTest(actor, id);
    await this.limits.consumeAll(testMailsPerActor, `${actor.kind}:${actor.id}`, to.length);
    await this.previews.requestTest(actor, id, { to, audience, ...(subject !== undefined && { subject }) });
  }

  /** The number of members who would get the post now. The query can replace the recipient filter and the visibility of the post. */
  @Get('recipients')
  async recipients(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query() { email_recipient_filter: filter, visibility }: QueryParameters,
  ): Promise<JsonObject> {
    assertLookupFormat('id', id);
    const newVisibility = postVisibilities.find((value) => value === visibility);
    if (visibility !== undefined && newVisibility === undefined) {
      throw notAllowed('visibility', visibility, postVisibilities);
    }
    const newFilter = typeof filter === 'string' && filter !== '' ? { filter } : {};
    const count = await this.previews.countRecipients(actor, id, {
      ...newFilter,
      ...(newVisibility && { visibility: newVisibility }),
    });
    return { recipients: [{ count }] };
  }
}

/**
 * The audience of a segment. If the request names no segment, the audience is the paying members.
 * @throws ValidationError for an unknown segment
 */
function audienceOf(segment: unknown): EmailAudience {
  if (segment === undefined || segment === '' || segment === null) return 'paid';
  const audience = audienceBySegment.get(segment);
  if (audience === undefined) throw notAllowed('memberSegment', segment, ['status:free', 'status:-free']);
  return audience;
}
