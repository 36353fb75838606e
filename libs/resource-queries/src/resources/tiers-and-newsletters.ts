import {
  filterableFields,
  FREE_TIER_ID,
  instantProperties,
  NEWSLETTER_ID,
  newsletterDefinition,
  orderableFields,
  PAID_TIER_ID,
  readableFields,
  type Reader,
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

/** The value of a setting as JSON; an empty object where the value is not a JSON object. */
const jsonOf = (alias: string): string =>
  `(case when ${alias}.value is json object then ${alias}.value else '{}' end)::jsonb`;

const CONFIG = '$.paymentProcessors[*].config';
const planOf = (interval: string): string =>
  `jsonb_path_query_first(provider.settings, '${CONFIG}.plans[*] ? (@.interval == "${interval}")')`;
const amountOf = (interval: string): string =>
  `case when ${planOf(interval)} ->> 'amount' ~ '^[0-9]{1,9}$' then (${planOf(interval)} ->> 'amount')::int end`;

/** Whether members can pay: by the setting of the site, or by the keys of the provider. */
const HAS_PROVIDER = `(provider.settings ->> 'isPaid' = 'true'
  or jsonb_path_exists(provider.settings, '${CONFIG} ? (@.secret_token != "" && @.public_token != "")'))`;

const TIERS = `(
  select '${FREE_TIER_ID}' as id, 'Free' as name, null::text as description, 'free' as slug, true as active, 'free' as type,
    null::text as welcome_page_url, s.created_at, s.updated_at, 'public' as visibility, null::text as currency,
    null::int as monthly_price, null::int as yearly_price, 0 as trial_days
  from publishing.settings s where s.key = 'members_subscription_settings'
  union all
  select '${PAID_TIER_ID}', 'Paid', null, 'paid', true, 'paid', null, s.created_at, s.updated_at, 'public',
    upper(${planOf('month')} ->> 'currency'), ${amountOf('month')}, ${amountOf('year')}, 0
  from publishing.settings s cross join lateral (select ${jsonOf('s')} as settings offset 0) provider
  where s.key = 'members_subscription_settings' and ${HAS_PROVIDER}
)`;

/** The newsletter, with the name and description that staff gave it. Without a name it has the title of the site. */
const NEWSLETTERS = `(
  select '${NEWSLETTER_ID}' as id, md5(title.id)::uuid as uuid,
    coalesce(given.newsletter ->> 'name', title.value, '') as name, given.newsletter ->> 'description' as description,
    'default-newsletter' as slug, null::text as sender_name, null::text as sender_email, 'newsletter' as sender_reply_to,
    'active' as status, 'members' as visibility, true as subscribe_on_signup, 0 as sort_order, null::text as header_image,
    false as show_header_icon, true as show_header_title, false as show_header_name, 'sans_serif' as title_font_category,
    'left' as title_alignment, false as show_feature_image, 'sans_serif' as body_font_category,
    null::text as footer_content, false as show_badge, title.created_at, coalesce(given.updated_at, title.updated_at) as updated_at
  from publishing.settings title
    left join (select updated_at, ${jsonOf('n')} as newsletter from publishing.settings n where n.key = 'newsletter') given on true
  where title.key = 'title'
)`;

/** The name of the newsletter, as an expression. */
export const NEWSLETTER_NAME = `(select newsletter.name from ${NEWSLETTERS} newsletter)`;

/** Every tier of the site. The subquery does not depend on the row of the list, so that it runs once. */
export const tiersRelation: Relation = {
  property: 'tiers',
  sql: `(select coalesce(json_agg(${jsonObject('tier', readableFields(tierDefinition, 'public'))} order by tier.id), '[]')
    from ${TIERS} tier)`,
  instants: instantProperties(tierDefinition.list),
};

function derivedResource<Row>(
  table: string,
  definition: ResourceDefinition,
  { reader, noun }: { reader: Reader; noun: string },
): Resource<Row> {
  return {
    key: definition.table,
    table,
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
const newsletters = { noun: 'Newsletter' };
export const contentNewslettersResource = derivedResource<NewsletterRow>(NEWSLETTERS, newsletterDefinition, {
  reader: 'public',
  ...newsletters,
});
export const adminNewslettersResource = derivedResource<NewsletterRow>(NEWSLETTERS, newsletterDefinition, {
  reader: 'staff',
  ...newsletters,
});
