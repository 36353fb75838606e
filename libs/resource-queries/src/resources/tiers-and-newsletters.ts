import {
  type FieldReader,
  filterableFields,
  FREE_TIER_ID,
  instantProperties,
  NEWSLETTER_ID,
  newsletterDefinition,
  orderableFields,
  PAID_TIER_ID,
  readableFields,
  type ResourceDefinition,
  type RowOf,
  selectedFields,
  tierDefinition,
} from '@almanac/resource-fields';
import type { Relation, Resource } from '../resource';
import { ascending, filterTargets, jsonObject, orderTargets, selectColumns } from './columns';
import { sinceOf } from './in-version';

export type TierRow = RowOf<typeof tierDefinition>;
export type NewsletterRow = RowOf<typeof newsletterDefinition>;

/**
 * The SQL expression for the value of a setting as `jsonb`; `{}` for a value that is not a JSON object, or that contains an escape that
 * `jsonb` does not accept, e.g. `\u0000`.
 */
const settingJson = (alias: string): string =>
  `coalesce(case when pg_input_is_valid(${alias}.value, 'jsonb') and ${alias}.value is json object
    then ${alias}.value::jsonb end, '{}')`;

/** The JSON path of the configuration of each payment provider in `members_subscription_settings`. */
const PROVIDER_CONFIGS = '$.paymentProcessors[*].config';

/** The SQL expression for the plan of an interval, as `jsonb`. It refers to the setting by `payment.settings`, see {@link TIERS}. */
const planOf = (interval: 'month' | 'year'): string =>
  `jsonb_path_query_first(payment.settings, '${PROVIDER_CONFIGS}.plans[*] ? (@.interval == "${interval}")')`;

/** The SQL expression for the amount of a plan; null if it is not a number of one to nine digits, which always fits an `int`. */
const amountOf = (interval: 'month' | 'year'): string =>
  `case when ${planOf(interval)} ->> 'amount' ~ '^[0-9]{1,9}$' then (${planOf(interval)} ->> 'amount')::int end`;

/** The JSON path condition for a provider with both keys. A key that is absent, null or empty does not match the pattern. */
const HAS_BOTH_KEYS = '@.secret_token like_regex "." && @.public_token like_regex "."';

/** The SQL condition for a site with a payment provider: `isPaid` is true, or a provider has both of its keys. */
const HAS_PAYMENT_PROVIDER = `(payment.settings ->> 'isPaid' = 'true'
  or jsonb_path_exists(payment.settings, '${PROVIDER_CONFIGS} ? (${HAS_BOTH_KEYS})'))`;

/**
 * The tiers, as a subquery: the free tier, and the paid tier on a site with a payment provider. Without `offset 0`, PostgreSQL would inline
 * the lateral subquery, and so convert the setting to `jsonb` at each use.
 */
const TIERS = `(
  select '${FREE_TIER_ID}' as id, 'Free' as name, null::text as description, 'free' as slug, true as active, 'free' as type,
    null::text as welcome_page_url, s.created_at, s.updated_at, 'public' as visibility, null::text as currency,
    null::int as monthly_price, null::int as yearly_price, 0 as trial_days
  from publishing.settings s where s.key = 'members_subscription_settings'
  union all
  select '${PAID_TIER_ID}', 'Paid', null, 'paid', true, 'paid', null, s.created_at, s.updated_at, 'public',
    upper(${planOf('month')} ->> 'currency'), ${amountOf('month')}, ${amountOf('year')}, 0
  from publishing.settings s cross join lateral (select ${settingJson('s')} as settings offset 0) payment
  where s.key = 'members_subscription_settings' and ${HAS_PAYMENT_PROVIDER}
)`;

/**
 * The newsletter, as a subquery. Its name and description are in the setting `newsletter`; the default name is the title of the
 * site. Its uuid is derived from the id of the setting `title`, so it changes only if an import changes this id.
 */
const NEWSLETTERS = `(
  select '${NEWSLETTER_ID}' as id, md5(title.id)::uuid as uuid,
    coalesce(edited.newsletter ->> 'name', title.value, '') as name, edited.newsletter ->> 'description' as description,
    'default-newsletter' as slug, null::text as sender_name, null::text as sender_email, 'newsletter' as sender_reply_to,
    'active' as status, 'members' as visibility, true as subscribe_on_signup, 0 as sort_order, null::text as header_image,
    false as show_header_icon, true as show_header_title, false as show_header_name, 'sans_serif' as title_font_category,
    'left' as title_alignment, false as show_feature_image, 'sans_serif' as body_font_category,
    null::text as footer_content, false as show_badge, title.created_at,
    coalesce(edited.updated_at, title.updated_at) as updated_at
  from publishing.settings title
    left join (
      select n.updated_at, ${settingJson('n')} as newsletter from publishing.settings n where n.key = 'newsletter'
    ) edited on true
  where title.key = 'title'
)`;

/** The SQL expression for the name of the newsletter. */
export const NEWSLETTER_NAME_SQL = `(select newsletter.name from ${NEWSLETTERS} newsletter)`;

/** All tiers of the site, for each post. The subquery does not refer to the row of the post, so PostgreSQL runs it only once. */
export const tiersRelation: Relation = {
  property: 'tiers',
  sql: `(select coalesce(json_agg(${jsonObject('tier', readableFields(tierDefinition, 'public'))} order by tier.id), '[]')
    from ${TIERS} tier)`,
  instants: instantProperties(tierDefinition.list),
};

/** A resource without a table: its rows come from a subquery. @param noun the name of the resource in messages */
function derivedResource<Row>(
  subquery: string,
  definition: ResourceDefinition,
  { reader, noun }: { reader: FieldReader; noun: string },
): Resource<Row> {
  return {
    key: definition.table,
    table: subquery,
    scope: 'true',
    columns: () => selectColumns(selectedFields(definition, reader)),
    filters: new Map(filterTargets(filterableFields(definition, reader))),
    orders: new Map(orderTargets(orderableFields(definition, reader))),
    since: sinceOf(definition),
    defaultOrder: () => [ascending('id')],
    relations: new Map(),
    notFoundMessage: `${noun} not found.`,
  };
}

export const contentTiersResource = derivedResource<TierRow>(TIERS, tierDefinition, {
  reader: 'public',
  noun: 'Tier',
});
export const adminTiersResource = derivedResource<TierRow>(TIERS, tierDefinition, { reader: 'staff', noun: 'Tier' });
export const contentNewslettersResource = derivedResource<NewsletterRow>(NEWSLETTERS, newsletterDefinition, {
  reader: 'public',
  noun: 'Newsletter',
});
export const adminNewslettersResource = derivedResource<NewsletterRow>(NEWSLETTERS, newsletterDefinition, {
  reader: 'staff',
  noun: 'Newsletter',
});
