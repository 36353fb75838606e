import { AlmanacError, NotFoundError, ValidationError } from '@almanac/errors';
import { RateLimits } from '@almanac/platform';
import { CalendarGraphqlConfiguration, checkInput, RsvpReplyDto, RsvpGuestDto } from '@almanac/validation';
import { Body, Controller, Get, Headers, HttpCode, Ip, Param, Post, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { SessionsService } from '../accounts/sessions.service';
import { requireViewer } from '../accounts/viewer';
import { bearerOf } from '../graphql/graphql-context';
import { assertNoIssues } from '../graphql/input-error';
import { queryLimit } from '../limits/limits.plugin';
import { MailLimits } from '../limits/mail-limits';
import { requireOccurrenceId } from '../overrides/override-input';
import { type PageLanguage, pageLanguageOf } from './page-language';
import { PAGE_WORDINGS, type PageProblem } from './page-wordings';
import { problemText, problemTitle } from './refusal';
import { RsvpLists } from './rsvp-lists.service';
import { answerPage, messagePage, requestPage, RSVP_STYLE } from './rsvp-page';
import { RsvpService } from './rsvp.service';
import { answerIdOfToken } from './rsvp-token';

const HTML = 'text/html; charset=utf-8';
const CSV_EXTENSION = '.csv';
/** The response headers of all pages. */
const HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  vary: 'accept-language',
};

/** The fields of a form as they are sent. */
type Fields = Partial<Record<string, unknown>>;

/** Pages without scripts on which guests answer without an account, and the answers as CSV for the owner of the event. */
@Controller({ path: 'rsvp', version: VERSION_NEUTRAL })
export class RsvpController {
  constructor(
    private readonly rsvps: RsvpService,
    private readonly lists: RsvpLists,
    private readonly sessions: SessionsService,
    private readonly rateLimits: RateLimits,
    private readonly mailLimits: MailLimits,
    private readonly configuration: CalendarGraphqlConfiguration,
  ) {}

  @Get('page.css')
  async style(@Res() reply: FastifyReply): Promise<void> {
    await reply.type('text/css; charset=utf-8').send(RSVP_STYLE);
  }

  /** The answers to an occurrence as CSV, for the owner of its event. */
  @Get('answers/:file')
  async csv(@Param('file') file: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.rateLimits.consume(queryLimit(this.configuration.queriesPerIpPerMinute), request.ip);
    const token = bearerOf(request);
    const viewer = requireViewer(token === undefined ? null : await this.sessions.findViewer(token));
    if (!file.endsWith(CSV_EXTENSION)) throw new NotFoundError('There is no such file.');
    const text = await this.lists.writeCsv(viewer, requireOccurrenceId(file.slice(0, -CSV_EXTENSION.length)));
    await reply
      .type('text/csv; charset=utf-8')
      .headers({ 'cache-control': 'no-store', 'content-disposition': 'attachment; filename="answers.csv"' })
      .send(text);
  }

  /** Mails a link to the address in a form. */
  @Post('links')
  @HttpCode(200)
  async requestLink(
    @Body() body: unknown,
    @Ip() ip: string,
    @Headers('accept-language') languages: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { occurrence, email, name } = fieldsOf(body);
    const language = pageLanguageOf(languages);
    await sendPage(reply, { language, problem: 'linkNotSent' }, async () => {
      const { input, issues } = checkInput(RsvpGuestDto, { email, name });
      assertNoIssues(issues);
      const id = requireOccurrenceId(typeof occurrence === 'string' ? occurrence : '');
      await this.mailLimits.consumeForIp(ip);
      await this.mailLimits.consumeForRsvpLink(input.email);
      await this.rsvps.requestLink(id, input);
      const { title, text } = PAGE_WORDINGS[language].linkSent;
      return messagePage(language, title, text(input.email));
    });
  }

  /** The page of an occurrence on which guests request their link. */
  @Get('occurrences/:id')
  async showRequest(
    @Param('id') id: string,
    @Ip() ip: string,
    @Headers('accept-language') languages: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const language = pageLanguageOf(languages);
    await sendPage(reply, { language, problem: 'requestPageNotFound' }, async () => {
      await this.rateLimits.consume(queryLimit(this.configuration.queriesPerIpPerMinute), ip);
      const overview = await this.lists.findOverview(requireOccurrenceId(id), null);
      if (!overview) throw new NotFoundError('There is no such occurrence, or it takes no answers.');
      return requestPage(language, overview);
    });
  }

  /** The page on which a guest answers. */
  @Get(':token')
  async show(
    @Param('token') token: string,
    @Ip() ip: string,
    @Headers('accept-language') languages: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const language = pageLanguageOf(languages);
    await sendPage(reply, { language, problem: 'answerNotFound' }, async () => {
      await this.rateLimits.consume(queryLimit(this.configuration.queriesPerIpPerMinute), ip);
      return this.pageOf(language, this.answerIdOf(token));
    });
  }

  /** Stores an answer and redirects to its page. For a refused answer, responds with the page and the reason. */
  @Post(':token')
  @HttpCode(200)
  async answer(
    @Param('token') token: string,
    @Body() body: unknown,
    @Ip() ip: string,
    @Headers('accept-language') languages: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const language = pageLanguageOf(languages);
    await sendPage(reply, { language, problem: 'answerNotStored' }, async () => {
      await this.rateLimits.consume(queryLimit(this.configuration.queriesPerIpPerMinute), ip);
      const answerId = this.answerIdOf(token);
      const refused = await this.tryReply(answerId, fieldsOf(body));
      if (refused) {
        void reply.status(refused.status);
        return this.pageOf(language, answerId, problemText(PAGE_WORDINGS[language], 'answerNotStored', refused));
      }
      void reply.status(303).header('location', `/rsvp/${token}`);
      return '';
    });
  }

  /** Stores an answer. @returns the error if the answer is refused, else undefined */
  private async tryReply(answerId: string, { answer, partySize }: Fields): Promise<ValidationError | undefined> {
    try {
      const places = typeof partySize === 'string' ? Number(partySize) : partySize;
      const { input, issues } = checkInput(RsvpReplyDto, { answer, partySize: places });
      assertNoIssues(issues);
      await this.mailLimits.consumeForRsvp(answerId);
      await this.rsvps.answerByLink(answerId, { answer: input.answer, partySize: input.partySize ?? 1 });
      return undefined;
    } catch (error) {
      if (error instanceof ValidationError) return error;
      throw error;
    }
  }

  /** The id of the answer in a token. @throws NotFoundError for a wrong token */
  private answerIdOf(token: string): string {
    const answerId = answerIdOfToken(token, this.configuration.encryptionKey);
    if (answerId === null) throw new NotFoundError('The link is not complete, or it was signed with another key.');
    return answerId;
  }

  /** The page of an answer. @param problem the reason why the submitted form was refused */
  private async pageOf(language: PageLanguage, answerId: string, problem?: string): Promise<string> {
    const { answer, occurrence } = await this.lists.getById(answerId);
    const { eventId } = answer;
    const overview = await this.lists.findOverview({ eventId, recurrenceStart: occurrence.recurrenceStart }, null);
    if (!overview) throw new NotFoundError('The event takes no answers.');
    const { settings, isOpen, isChangeable } = overview;
    const maxPartySize = Math.min(settings.maxPartySize, settings.capacity ?? Infinity);
    return answerPage(language, { occurrence, answer, maxPartySize, isOpen, isChangeable }, problem);
  }
}

function fieldsOf(body: unknown): Fields {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** Sends a page. If `render` throws an error with a status below 500, sends a page with the reason and this status. */
async function sendPage(
  reply: FastifyReply,
  { language, problem }: { language: PageLanguage; problem: PageProblem },
  render: () => Promise<string>,
): Promise<void> {
  let html: string;
  try {
    html = await render();
  } catch (error) {
    if (!(error instanceof AlmanacError) || error.status >= 500) throw error;
    void reply.status(error.status);
    if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', String(error.retryAfterSeconds));
    const wording = PAGE_WORDINGS[language];
    html = messagePage(language, problemTitle(wording, problem, error), problemText(wording, problem, error));
  }
  await reply.type(HTML).headers(HEADERS).send(html);
}
