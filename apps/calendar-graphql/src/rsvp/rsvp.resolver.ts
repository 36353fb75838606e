import { CalendarGraphqlConfiguration, checkInput, RsvpReplyDto, RsvpGuestDto, SetRsvpDto } from '@almanac/validation';
import { Args, Context, Mutation, Query, Resolver } from '@nestjs/graphql';
import { requireViewer } from '../accounts/viewer';
import {
  type AnsweredOccurrence,
  type MutationRespondToRsvpArgs,
  type MutationRemoveRsvpResponseArgs,
  type MutationRequestRsvpLinkArgs,
  type MutationSetRsvpArgs,
  type QueryAnsweredOccurrencesArgs,
  type QueryRsvpResponsesArgs,
  type QueryRsvpArgs,
  type QueryRsvpSettingsArgs,
  type Rsvp,
  type RsvpResponse,
  type RsvpResponsePage,
  type RsvpSettings,
} from '../generated/schema-types';
import { type GraphqlContext } from '../graphql/graphql-context';
import { assertNoIssues, inputError } from '../graphql/input-error';
import { listSizeOf } from '../graphql/list-size';
import { isObjectId } from '../graphql/object-id';
import { MailLimits } from '../limits/mail-limits';
import { parseOccurrenceId, requireOccurrenceId } from '../overrides/override-input';
import { RsvpLists } from './rsvp-lists.service';
import { answeredOutput, rsvpResponseOutput, countsOutput, rsvpOutput, storedStateOf } from './rsvp-outputs';
import { RsvpSettingsService } from './rsvp-settings.service';
import { RsvpService } from './rsvp.service';

/** The queries and mutations for RSVP answers and settings. */
@Resolver()
export class RsvpResolver {
  constructor(
    private readonly rsvps: RsvpService,
    private readonly lists: RsvpLists,
    private readonly settings: RsvpSettingsService,
    private readonly mailLimits: MailLimits,
    private readonly configuration: CalendarGraphqlConfiguration,
  ) {}

  @Query('rsvpSettings')
  rsvpSettings(@Args() { eventId }: QueryRsvpSettingsArgs): Promise<RsvpSettings | null> {
    return this.settings.find(eventId);
  }

  @Query('rsvp')
  async rsvp(@Args() { occurrenceId }: QueryRsvpArgs, @Context() { viewer }: GraphqlContext): Promise<Rsvp | null> {
    const id = parseOccurrenceId(occurrenceId);
    const overview = id ? await this.lists.findOverview(id, viewer) : null;
    return overview && rsvpOutput(overview, this.configuration.calendarUrl);
  }

  @Query('rsvpResponses')
  async rsvpResponses(
    @Args() { occurrenceId, state, first, after }: QueryRsvpResponsesArgs,
    @Context() { viewer }: GraphqlContext,
  ): Promise<RsvpResponsePage> {
    const actor = requireViewer(viewer);
    const { defaultLimit, maxLimit } = this.configuration;
    const { answers, hasNext, counts } = await this.lists.listResponses(actor, requireOccurrenceId(occurrenceId), {
      state: state ? storedStateOf(state) : null,
      first: listSizeOf(first, { default: defaultLimit, max: maxLimit }),
      after: cursorOf(after),
    });
    const pageInfo = { endCursor: answers.at(-1)?.id ?? null, hasNextPage: hasNext };
    return { nodes: answers.map(rsvpResponseOutput), pageInfo, counts: countsOutput(counts) };
  }

  @Query('answeredOccurrences')
  async answeredOccurrences(
    @Args() { eventId }: QueryAnsweredOccurrencesArgs,
    @Context() { viewer }: GraphqlContext,
  ): Promise<AnsweredOccurrence[]> {
    return (await this.lists.listAnswered(requireViewer(viewer), eventId)).map(answeredOutput);
  }

  @Mutation('setRsvp')
  setRsvp(@Args() { input }: MutationSetRsvpArgs, @Context() { viewer }: GraphqlContext): Promise<RsvpSettings> {
    const actor = requireViewer(viewer);
    const { input: checked, issues } = checkInput(SetRsvpDto, input, 'input');
    const isContradictory = input.unlimited === true && typeof input.capacity === 'number';
    const message = 'give a capacity, or unlimited';
    assertNoIssues([...issues, ...(isContradictory ? [{ path: 'input.capacity', message }] : [])]);
    return this.settings.set(actor, input.eventId, { ...checked, unlimited: input.unlimited });
  }

  @Mutation('respondToRsvp')
  async respondToRsvp(
    @Args() { input }: MutationRespondToRsvpArgs,
    @Context() { viewer }: GraphqlContext,
  ): Promise<RsvpResponse> {
    const actor = requireViewer(viewer);
    const { input: checked, issues } = checkInput(RsvpReplyDto, input, 'input');
    assertNoIssues(issues);
    const id = requireOccurrenceId(input.occurrenceId);
    await this.mailLimits.consumeForRsvp(actor.userId);
    const { answer } = await this.rsvps.answer(actor, id, {
      answer: checked.answer,
      partySize: checked.partySize ?? 1,
    });
    return rsvpResponseOutput((await this.lists.getById(answer.id)).answer);
  }

  @Mutation('requestRsvpLink')
  async requestRsvpLink(@Args() { input }: MutationRequestRsvpLinkArgs): Promise<boolean> {
    const { input: checked, issues } = checkInput(RsvpGuestDto, input, 'input');
    assertNoIssues(issues);
    const id = requireOccurrenceId(input.occurrenceId);
    await this.mailLimits.consumeForRsvpLink(checked.email);
    await this.rsvps.requestLink(id, checked);
    return true;
  }

  @Mutation('removeRsvpResponse')
  async removeRsvpResponse(
    @Args() { id }: MutationRemoveRsvpResponseArgs,
    @Context() { viewer }: GraphqlContext,
  ): Promise<boolean> {
    await this.rsvps.remove(requireViewer(viewer), id);
    return true;
  }
}

/** The id in a cursor; null without a cursor. @throws ValidationError for a string that is not an id */
function cursorOf(after: string | null | undefined): string | null {
  if (typeof after !== 'string') return null;
  if (!isObjectId(after)) throw inputError([{ path: 'after', message: 'after must be the endCursor of a page' }]);
  return after;
}
