import type { Answer } from './answers';
import type { Difference } from './differences';
import type { Exchange } from './exchange';

/** A row of the publishing contract that demands another answer than the recorded one. */
interface Explanation {
  /** The row's number in sections B and D, or the section's letter. */
  row: string;
  /** Which exchanges it speaks of; all when absent. */
  names?: RegExp;
  /** Which differences it explains. */
  explains: (difference: Difference, exchange: Exchange, answer: Answer) => boolean;
}

const at =
  (...places: RegExp[]) =>
  ({ at: place }: Difference): boolean =>
    places.some((pattern) => pattern.test(place));

const statusTo =
  (status: number) =>
  ({ at: place }: Difference, _exchange: Exchange, answer: Answer): boolean =>
    place === 'status' && answer.status === status;

const isAdded = ({ expected }: Difference): boolean => expected === 'absent';
const isContent = ({ request }: Exchange): boolean => request.path.includes('/content/');

const explanations: readonly Explanation[] = [
  { row: 'B6/D11', explains: at(/\.(og|twitter)_image$/) },
  {
    row: 'B8',
    explains: (difference) =>
      isAdded(difference) && at(/\.(email_subject|send_email_when_published|email)$/)(difference),
  },
  { row: 'E (unpublish_at)', explains: (difference) => isAdded(difference) && at(/\.unpublish_at$/)(difference) },
  { row: 'B10/D6', explains: at(/^settings\.ghost_(head|foot)$/) },
  { row: 'B10/D6', names: /ghost_head/, explains: statusTo(404) },
  { row: 'A (secondary_navigation)', explains: at(/^settings\.secondary_navigation$/) },
  {
    row: 'B2/D3',
    explains: (difference, { request }) =>
      /[?&]fields=/.test(request.path) && at(/\.(html|plaintext)$/)(difference) && difference.actual === 'absent',
  },
  {
    row: 'D37',
    explains: (difference, exchange) => isContent(exchange) && at(/^header:(cache-control|etag)$/)(difference),
  },
  { row: 'D7', names: /beyond/, explains: at(/pagination\.(next|prev)$/) },
  { row: 'D9', names: /include-none|include-empty/, explains: statusTo(200) },
  {
    row: 'D1',
    names: /comment_id|uuid|reading_time|roundtrip/,
    explains: (d, e, a) => d.at === 'status' && a.status < 300 && e.response.status === 422,
  },
  { row: 'B8', names: /email-props/, explains: statusTo(201) },
  { row: 'D13', names: /updated_at-null|edit-title-ok/, explains: statusTo(422) },
  { row: 'D14', names: /custom-integration-key/, explains: statusTo(403) },
  { row: 'D15', names: /unknown|filter/, explains: at(/errors\[\]\.code$/) },
  { row: 'D16', names: /delete-again/, explains: statusTo(404) },
  { row: 'D18', names: /password-mismatch/, explains: statusTo(422) },
  { row: 'D22', names: /nbf/, explains: statusTo(401) },
  { row: 'B9/D24', explains: at(/^members\[\]\.(stripe|payment)$/) },
  { row: 'D26', names: /csv-import-wrong-field/, explains: statusTo(422) },
  { row: 'D26', names: /csv-import/, explains: at(/^meta\.invalid$/) },
  { row: 'ADR-0112', explains: (difference) => difference.expected === 'null' && at(/^errors\[\]\.help$/)(difference) },
  {
    row: 'ADR-0112',
    explains: (difference) => at(/^errors\[\]\.context$/)(difference) && /undefined\.\w+"$/.test(difference.expected),
  },
  {
    row: 'ADR-0112',
    explains: (difference, exchange) =>
      isContent(exchange) && isAdded(difference) && at(/^errors\[\]\.context$/)(difference),
  },
  { row: 'D28', names: /webhooks\/add-bad-url/, explains: statusTo(422) },
  { row: 'D28', names: /webhooks/, explains: at(/integration_id$/) },
  { row: 'A (webhooks list)', names: /webhooks\/get/, explains: statusTo(200) },
  { row: 'D31', names: /upload-garbage/, explains: statusTo(415) },
  { row: 'D32', names: /labs-bad/, explains: statusTo(422) },
  { row: 'D35', names: /bad-json/, explains: at(/errors\[\]\.type$/) },
  { row: 'D40', names: /version-newer-minor/, explains: statusTo(200) },
  { row: 'C/D5', names: /^gating\/.*token-only/, explains: at(/^status$/) },
  // Recorded with a token and without a key.
  { row: 'C', names: /^gating\/minted-free-(fields-html|settings)$/, explains: statusTo(403) },
  { row: 'ADR-0120', names: /^admin\/auth\/(14-exp-10min|15-no-exp|17-iat-future)/, explains: statusTo(401) },
  { row: 'D5', names: /^gating\/(after|before)-restart.*token/, explains: at(/^status$/) },
  { row: 'B5', names: /pages\/(gated|browse-include)/, explains: at(/^pages\[\]\.plaintext$/) },
  { row: 'C/D5', names: /^gating\/minted-paid-empty/, explains: statusTo(401) },
  { row: 'D10', names: /tags\/order-(count-noinclude|unknown)/, explains: at(/^tags\[\]\.\w+$/) },
  // A key removes no webhook of another integration (spec 5, whose object).
  { row: 'ADR-0140', names: /webhooks\/delete-other-integration/, explains: statusTo(404) },
  { row: 'D23', names: /members\/add-null-name/, explains: statusTo(201) },
  { row: 'D17', names: /edit-role-by-name/, explains: at(/roles\[\]$/) },
  { row: 'D17', names: /^admin\/posts\//, explains: at(/(authors\[\]|primary_author)\.roles\[\]$/) },
  { row: 'D33', names: /members_session_secret/, explains: statusTo(404) },
  { row: 'D43', names: /filter-mobiledoc|filter-now/, explains: () => true },
  { row: 'A (unversioned paths)', names: /^misc\/unversioned/, explains: statusTo(200) },
  // What the answer tells was done by a step that was not kept.
  { row: 'a step not shown', names: /users\/edit-status-active/, explains: at(/^header:x-cache-invalidate$/) },
  { row: 'a step not shown', names: /^admin\/posts\/add-authors-two/, explains: at(/last_seen$/) },
  { row: 'a step not shown', names: /^admin\/members\/browse-26/, explains: at(/^members\[\]\.(name|note)$/) },
  // Members were switched off while this was recorded.
  { row: 'a step not shown', names: /contributor-members/, explains: statusTo(403) },
  { row: 'A (config says what is not offered)', explains: at(/^config\.clientExtensions\.unavailable$/) },
  { row: 'B7', names: /db\/export/, explains: at(/data\.posts_meta$/, /data\.posts\[\]\.(og|twitter|meta)_\w+$/) },
  {
    row: 'D34',
    names: /db\/export/,
    explains: at(
      /data\.(brute|migrations|migrations_lock|permissions|permissions_roles|sessions)(\[\])?$/,
      /data\.(api_keys\[\]\.secret|users\[\]\.password|member_subscriptions)$/,
    ),
  },
  { row: 'A (themes)', names: /themes/, explains: statusTo(404) },
  { row: 'A (redirects)', names: /redirects/, explains: statusTo(404) },
  { row: 'A (schedules list)', names: /schedules\/19-get/, explains: at(/^status$/) },
];

/**
 * The row that demands this difference.
 * @returns undefined when no row does: then it is a fault
 */
export function explanationOf(exchange: Exchange, difference: Difference, answer: Answer): string | undefined {
  return explanations.find(
    ({ names, explains }) => (names?.test(exchange.name) ?? true) && explains(difference, exchange, answer),
  )?.row;
}
