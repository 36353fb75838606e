import { PAYING_MEMBERS_SQL } from '@almanac/entities';
import type { EntityManager } from 'typeorm';

/** Number of days in the history before today. */
const HISTORY_DAYS = 90;

/** Numbers of members by status. */
export interface MemberCounts {
  free: number;
  paid: number;
  /** Members who have access only by complimentary subscriptions. */
  comped: number;
}

/** The numbers of members at the end of a day, from the members who exist now: by their creation times and current statuses. */
export interface MemberDay extends MemberCounts {
  /** YYYY-MM-DD in UTC. */
  date: string;
}

/** The monthly revenue (MRR) in one currency: of subscriptions that are active or past due, without complimentary ones. */
export interface MonthlyRevenue {
  currency: string;
  /** In the smallest unit of the currency. Prices for other intervals are converted: a yearly price is divided by twelve. */
  mrr: number;
}

/** The number of subscriptions with one status, including complimentary ones. */
export interface SubscriptionCount {
  status: string;
  count: number;
}

/** The numbers of members and subscriptions. */
export interface MemberStats {
  /** The history, the oldest day first. */
  days: MemberDay[];
  totals: MemberCounts;
  revenue: MonthlyRevenue[];
  subscriptions: SubscriptionCount[];
}

const TODAY = `(now() at time zone 'utc')::date`;

/**
 * The history (`MemberDay`). Members who were created before its first day count from the first day on. Members with a creation time in
 * the future, e.g. from an import, count from today on. The numbers of each day include the members of all earlier days. `by_provider` is
 * whether a paying member pays through a payment provider; the others are paying members by complimentary subscriptions only.
 */
const DAYS = `
  with added as (
    select least(greatest((m.created_at at time zone 'utc')::date, ${TODAY} - ${HISTORY_DAYS}), ${TODAY}) as day,
      count(*) as total, count(*) filter (where p.by_provider) as paid, count(*) filter (where not p.by_provider) as comped
    from publishing.members m left join (${PAYING_MEMBERS_SQL}) p on p.member_id = m.id group by 1
  )
  select to_char(d.day, 'YYYY-MM-DD') as date,
    (sum(coalesce(a.total - a.paid - a.comped, 0)) over days)::int as free,
    (sum(coalesce(a.paid, 0)) over days)::int as paid, (sum(coalesce(a.comped, 0)) over days)::int as comped
  from (select ${TODAY} - ago as day from generate_series(0, ${HISTORY_DAYS}) ago) d
    left join added a on a.day = d.day
  window days as (order by d.day) order by d.day`;

const REVENUE = `
  select lower(coalesce(s.plan_currency, 'usd')) as currency,
    round(sum(s.plan_amount::bigint * case s.plan_interval when 'year' then 1 when 'week' then 52 when 'day' then 365 else 12 end)
      / 12)::float8 as mrr
  from publishing.member_subscriptions s
  where s.provider <> 'complimentary' and s.status in ('active', 'past_due') group by 1 order by 1`;

const SUBSCRIPTIONS = `
  select s.status, count(*)::int as count from publishing.member_subscriptions s group by s.status order by s.status`;

/** Reads the numbers of members and subscriptions. */
export async function readMemberStats(manager: EntityManager): Promise<MemberStats> {
  const days = await manager.query<MemberDay[]>(DAYS);
  const revenue = await manager.query<MonthlyRevenue[]>(REVENUE);
  const { free, paid, comped } = days.at(-1) ?? { free: 0, paid: 0, comped: 0 };
  const subscriptions = await manager.query<SubscriptionCount[]>(SUBSCRIPTIONS);
  return { days, totals: { free, paid, comped }, revenue, subscriptions };
}
