import { escapeUTF8 } from 'entities';
import type { Overview } from './overview';

type Cell = string | number | Date | null;

interface Table {
  title: string;
  /** Said in place of an empty table. */
  empty: string;
  columns: string[];
  rows: Cell[][];
}

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

function text(cell: Cell): string {
  if (cell === null) return '–';
  if (!(cell instanceof Date)) return escapeUTF8(String(cell));
  const iso = cell.toISOString();
  return `<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`;
}

function htmlOf({ title, empty, columns, rows }: Table): string {
  const head = columns.map((column) => `<th scope="col">${escapeUTF8(column)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${text(cell)}</td>`).join('')}</tr>`).join('');
  const table = `<div class="scroll" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
  return `<section><h2>${escapeUTF8(title)}</h2>${rows.length === 0 ? `<p>${escapeUTF8(empty)}</p>` : table}</section>`;
}

/** Without the query string, which may hold the receiver's own key. */
function withoutQuery(url: string): string {
  return url.split(/[?#]/)[0] ?? '';
}

function plannedTable({ planned }: Overview): Table {
  return {
    title: 'Scheduled posts and pages',
    empty: 'Nothing is scheduled.',
    columns: ['Due (UTC)', 'Action', 'Title', 'Type', 'State', 'Id'],
    rows: planned.map(({ at, action, title, type, isOverdue, id }) => [
      at,
      action,
      title,
      type,
      isOverdue ? 'overdue' : 'waiting',
      id,
    ]),
  };
}

function endpointTable({ endpoints }: Overview): Table {
  return {
    title: 'Webhook endpoints',
    empty: 'There are no webhooks.',
    columns: ['Event', 'Target', 'State', 'Pending', 'Next attempt (UTC)', 'Failing since (UTC)', 'Last error', 'Id'],
    rows: endpoints.map(({ event, targetUrl, status, pending, nextAttemptAt, failingSinceAt, lastError, id }) => [
      event,
      withoutQuery(targetUrl),
      status === 'available' && failingSinceAt ? 'failing' : status,
      pending,
      nextAttemptAt,
      failingSinceAt,
      lastError,
      id,
    ]),
  };
}

function attemptTable({ failedAttempts }: Overview): Table {
  return {
    title: 'Latest failed webhook attempts',
    empty: 'No attempt failed among the latest 1,000 deliveries.',
    columns: ['Time (UTC)', 'Event', 'Attempt', 'Reason', 'Next attempt (UTC)', 'Delivery', 'Webhook'],
    rows: failedAttempts.map(({ startedAt, event, attempt, error, nextAttemptAt, deliveryId, webhookId }) => [
      startedAt,
      event,
      attempt,
      error,
      nextAttemptAt,
      deliveryId,
      webhookId,
    ]),
  };
}

function outboxTable({ outboxes }: Overview): Table {
  return {
    title: 'Outbox',
    empty: '',
    columns: ['Schema', 'Events not relayed yet', 'Mails not sent yet'],
    rows: outboxes.map(({ schema, unrelayed, unfinished }) => [schema, unrelayed, unfinished]),
  };
}

function queueTable({ queues }: Overview): Table {
  return {
    title: 'Queues',
    empty: 'The queue engine does not answer. Publishing and webhooks go on from the database, up to a second later.',
    columns: ['Queue', 'Waiting', 'Active', 'Delayed', 'Failed'],
    rows: (queues ?? []).map(({ name, counts }) => [
      name,
      counts.waiting,
      counts.active,
      counts.delayed,
      counts.failed,
    ]),
  };
}

/** The page as HTML without scripts or anything from elsewhere; it reloads itself every ten seconds. */
export function renderPage(overview: Overview): string {
  const tables = [plannedTable, endpointTable, attemptTable, outboxTable, queueTable];
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
<header><h1>Almanac worker</h1><p>Read at ${text(overview.readAt)} UTC. The page reloads every ten seconds.</p></header>
<main>${tables.map((table) => htmlOf(table(overview))).join('\n')}</main>
</body>
</html>
`;
}
