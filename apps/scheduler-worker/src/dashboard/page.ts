import { escapeText } from 'entities';
import type { EndpointState, FailedAttempt, OutboxState, Overview, QueueState, ScheduledChange } from './overview';

type Cell = string | number | Date | null;

/** The columns of a table: each header, and the function that returns the content of a cell. */
type Columns<Row> = Record<string, (row: Row) => Cell>;

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 75rem; padding: 1.5rem; }
  h1 { font-size: 1.4rem; margin: 0; }
  h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
  p { margin: .25rem 0; }
  .scroll { overflow-x: auto; }
  table { border-collapse: collapse; width: 100%; }
  th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .35rem .75rem .35rem 0;
    text-align: left; vertical-align: top; }
  td { overflow-wrap: anywhere; }
  th { font-weight: 600; white-space: nowrap; }
`;

const scheduledColumns: Columns<ScheduledChange> = {
  'Due (UTC)': ({ at }) => at,
  Action: ({ action }) => action,
  Title: ({ title }) => title,
  Type: ({ type }) => type,
  State: ({ isOverdue }) => (isOverdue ? 'overdue' : 'waiting'),
  Id: ({ id }) => id,
};

const endpointColumns: Columns<EndpointState> = {
  Event: ({ event }) => event,
  Target: ({ targetUrl }) => withoutQuery(targetUrl),
  State: ({ status, failingSinceAt }) => (status === 'available' && failingSinceAt ? 'failing' : status),
  Pending: ({ pending }) => pending,
  'Next attempt (UTC)': ({ nextAttemptAt }) => nextAttemptAt,
  'Failing since (UTC)': ({ failingSinceAt }) => failingSinceAt,
  'Last error': ({ lastError }) => lastError,
  Id: ({ id }) => id,
};

const attemptColumns: Columns<FailedAttempt> = {
  'Time (UTC)': ({ startedAt }) => startedAt,
  Event: ({ event }) => event,
  Attempt: ({ attempt }) => attempt,
  Reason: ({ error }) => error,
  'Next attempt (UTC)': ({ nextAttemptAt }) => nextAttemptAt,
  Delivery: ({ deliveryId }) => deliveryId,
  Webhook: ({ webhookId }) => webhookId,
};

const outboxColumns: Columns<OutboxState> = {
  Schema: ({ schema }) => schema,
  'Events not relayed yet': ({ unrelayed }) => unrelayed,
  'Events with an unfinished job': ({ incomplete }) => incomplete,
};

const queueColumns: Columns<QueueState> = {
  Queue: ({ name }) => name,
  Waiting: ({ counts }) => counts.waiting,
  Active: ({ counts }) => counts.active,
  Delayed: ({ counts }) => counts.delayed,
  Failed: ({ counts }) => counts.failed,
};

/** The URL without its query, which may contain a key of the receiver, and without its fragment. */
function withoutQuery(url: string): string {
  return url.split(/[?#]/)[0] ?? '';
}

function cellHtml(cell: Cell): string {
  if (cell === null) return '–';
  if (!(cell instanceof Date)) return escapeText(String(cell));
  const iso = cell.toISOString();
  return `<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`;
}

function tableHtml<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const head = Object.keys(columns).map((header) => `<th scope="col">${header}</th>`);
  const cells = (row: Row): string[] => Object.values(columns).map((cell) => `<td>${cellHtml(cell(row))}</td>`);
  const body = rows.map((row) => `<tr>${cells(row).join('')}</tr>`);
  return `<div class="scroll" tabindex="0"><table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

/** @param emptyText shown when there are no rows */
function section<Row>(title: string, columns: Columns<Row>, rows: readonly Row[], emptyText: string): string {
  return `<section><h2>${title}</h2>${rows.length === 0 ? `<p>${emptyText}</p>` : tableHtml(columns, rows)}</section>`;
}

/** Renders the dashboard as HTML without scripts or external resources; it reloads itself every ten seconds. */
export function renderPage({ readAt, scheduled, endpoints, failedAttempts, outboxes, queues }: Overview): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="10">
<title>Almanac worker</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>Almanac worker</h1><p>Read at ${cellHtml(readAt)} UTC. The page reloads every ten seconds.</p></header>
<main>
${section('Scheduled posts and pages', scheduledColumns, scheduled, 'Nothing is scheduled.')}
${section('Webhook endpoints', endpointColumns, endpoints, 'There are no webhooks.')}
${section('Latest failed webhook attempts', attemptColumns, failedAttempts, 'None of the latest 1,000 attempts failed.')}
${section('Outbox', outboxColumns, outboxes, 'There are no outboxes.')}
${section('Queues', queueColumns, queues ?? [], 'The queue engine does not respond. Publishing, webhooks and mail continue, because the workers poll PostgreSQL for due work.')}
</main>
</body>
</html>
`;
}
