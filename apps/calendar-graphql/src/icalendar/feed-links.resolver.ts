import { CalendarUser } from '@almanac/entities';
import { formatUtc, toEpochSeconds } from '@almanac/recurrence';
import { CalendarGraphqlConfiguration, isNonBlankText } from '@almanac/validation';
import { Args, Context, Mutation, Query, Resolver } from '@nestjs/graphql';
import { DataSource } from 'typeorm';
import { requireViewer } from '../accounts/viewer';
import { type FeedLinks, type PersonalFeed, type QueryFeedLinksArgs } from '../generated/schema-types';
import { type GraphqlContext } from '../graphql/graphql-context';
import { inputError } from '../graphql/input-error';
import { isObjectId } from '../graphql/object-id';
import { feedLinks } from './feed-links';
import { PersonalFeedsService } from './personal-feeds.service';

const MAX_CATEGORY_LENGTH = 64;

/** The queries and mutations for the URLs of feeds. */
@Resolver('FeedLinks')
export class FeedLinksResolver {
  constructor(
    private readonly dataSource: DataSource,
    private readonly personalFeeds: PersonalFeedsService,
    private readonly configuration: CalendarGraphqlConfiguration,
  ) {}

  @Query('feedLinks')
  async feedLinks(@Args() { owner, category }: QueryFeedLinksArgs): Promise<FeedLinks | null> {
    const name = category?.trim() ?? '';
    if (!isNonBlankText(name, MAX_CATEGORY_LENGTH) && (name !== '' || typeof owner !== 'string')) {
      const message = `give an owner, a category of 1 to ${MAX_CATEGORY_LENGTH} characters, or both`;
      throw inputError([{ path: 'category', message }]);
    }
    const username = typeof owner === 'string' ? await this.findUsername(owner) : undefined;
    if (username === null) return null;
    if (name === '') return this.linksOf(`calendars/${username ?? ''}.ics`);
    const suffix = username === undefined ? '' : `?owner=${username}`;
    return this.linksOf(`feeds/categories/${encodeURIComponent(name)}.ics${suffix}`);
  }

  @Query('personalFeed')
  async personalFeed(@Context() { viewer }: GraphqlContext): Promise<PersonalFeed | null> {
    const createdAt = await this.personalFeeds.findCreatedAt(requireViewer(viewer));
    return createdAt && { createdAt: formatUtc(toEpochSeconds(createdAt)) };
  }

  @Mutation('createPersonalFeed')
  async createPersonalFeed(@Context() { viewer }: GraphqlContext): Promise<FeedLinks> {
    return this.linksOf(`feeds/personal/${await this.personalFeeds.create(requireViewer(viewer))}.ics`);
  }

  @Mutation('revokePersonalFeed')
  revokePersonalFeed(@Context() { viewer }: GraphqlContext): Promise<boolean> {
    return this.personalFeeds.revoke(requireViewer(viewer));
  }

  private linksOf(path: string): FeedLinks {
    return feedLinks(this.configuration.calendarUrl, path);
  }

  /** The username of a user; null when there is no such user. */
  private async findUsername(id: string): Promise<string | null> {
    if (!isObjectId(id)) return null;
    const user = await this.dataSource.getRepository(CalendarUser).findOneBy({ id });
    return user?.username ?? null;
  }
}
