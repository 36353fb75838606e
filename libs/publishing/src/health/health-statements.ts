/**
 * Outbox events of due posts that the worker published or unpublished, or that an external scheduler published, with their lateness in
 * seconds (`late`). Events of posts that a user published or unpublished are left out. Such a post got a new `publishedAt`, so `previous`
 * contains the old one. Or it was published or unpublished early, so its `publishedAt` or `unpublishAt` is later than the event.
 * Parameter: hours.
 */
const PROCESSED_POSTS_SQL = `
  select occurred_at, extract(epoch from occurred_at - (payload #>> '{current,publishedAt}')::timestamptz) as late
  from publishing.outbox
  where occurred_at > now() - make_interval(hours => $1) and event in ('post.published', 'page.published')
    and payload #>> '{previous,status}' = 'scheduled' and not payload #> '{previous}' ? 'publishedAt'
    and (payload #>> '{current,publishedAt}')::timestamptz <= occurred_at
  union all
  select occurred_at, extract(epoch from occurred_at - (payload #>> '{previous,unpublishAt}')::timestamptz)
  from publishing.outbox
  where occurred_at > now() - make_interval(hours => $1) and event in ('post.unpublished', 'page.unpublished')
    and (payload #>> '{previous,unpublishAt}')::timestamptz <= occurred_at`;

/** The number of processed posts and pages, and their lateness in seconds, for each period of five minutes. Parameter: hours. */
export const LATENESS_SQL = `
  select date_bin('5 minutes', occurred_at, timestamptz '2000-01-01 00:00:00Z') as at, count(*)::int as count,
    round(avg(late)::numeric, 3)::float8 as mean, round(max(late)::numeric, 3)::float8 as max
  from (${PROCESSED_POSTS_SQL}) processed group by 1 order by 1`;

/** The number of pending deliveries, how many of them are due and not claimed, and the seconds since the earliest of these became due. */
export const DELIVERIES_SQL = `
  select count(*)::int as waiting, count(*) filter (where is_due)::int as due,
    coalesce(extract(epoch from now() - min(next_attempt_at) filter (where is_due)), 0)::float8 as "oldestAgeSeconds"
  from (
    select next_attempt_at,
      next_attempt_at <= now() and (claimed_until is null or claimed_until <= now()) as is_due
    from publishing.webhook_deliveries where status = 'pending') waiting`;

/** Webhooks whose last attempt failed, or that are disabled. Parameter: maximum rows. */
export const FAILING_WEBHOOKS_SQL = `
  select id, name, event, target_url as "targetUrl", integration_id as "integrationId", status,
    failing_since as "failingSince", disabled_at as "disabledAt", disabled_reason as "disabledReason",
    last_triggered_at as "lastTriggeredAt", last_triggered_status as "lastStatus", last_triggered_error as "lastError"
  from publishing.webhooks where failing_since is not null or status = 'disabled'
  order by coalesce(disabled_at, failing_since) desc nulls last, id limit $1`;

/**
 * The number of single mails, e.g. invitations and sign-in links, that are not sent yet, and the age of the oldest one in seconds. Each
 * part of the union uses another partial index.
 */
export const WAITING_MAILS_SQL = `
  select count(*)::int as waiting, coalesce(extract(epoch from now() - min(occurred_at)), 0)::float8 as "oldestAgeSeconds"
  from (
    select occurred_at from publishing.outbox where relayed_at is null and event = 'mail.requested'
    union all
    select occurred_at from publishing.outbox
    where relayed_at is not null and completed_at is null and event = 'mail.requested'
  ) mails`;

/**
 * The number of newsletters that are being sent, how many of them wait because they cannot be rendered, or because the mail server
 * accepts no mail (`failing`), and the seconds since the earliest of these waits began.
 */
export const OPEN_NEWSLETTERS_SQL = `
  select count(*)::int as sending, count(*) filter (where failing_since is not null)::int as failing,
    coalesce(extract(epoch from now() - min(failing_since)), 0)::float8 as "failingSeconds"
  from publishing.emails where status in ('pending', 'submitting')`;

/**
 * Newsletters that failed, that the worker stopped, that wait because they cannot be rendered or the mail server accepts no mail (also if
 * staff have paused or cancelled them since), or that failed for some recipients. Parameters: days, maximum rows.
 */
export const NEWSLETTER_PROBLEMS_SQL = `
  select id, post_id as "postId", subject, status, recipient_count as recipients, sent_count as sent, failed_count as failed,
    error, created_at as "createdAt"
  from publishing.emails
  where created_at > now() - make_interval(days => $1)
    and (status = 'failed' or failed_count > 0 or (status <> 'submitted' and error is not null))
  order by created_at desc limit $2`;

/** Single mails for which the worker makes no more attempts. `total` counts the rows without the limit. Parameters: hours, maximum rows. */
export const FAILED_MAILS_SQL = `
  select id, payload ->> 'template' as template, payload ->> 'failure' as reason, occurred_at as "requestedAt",
    count(*) over ()::int as total
  from publishing.outbox
  where occurred_at > now() - make_interval(hours => $1) and event = 'mail.requested' and payload ? 'failure'
  order by occurred_at desc limit $2`;
