import type { Difference } from './differences';
import type { Exchange } from './exchange';
import type { ServiceResponse } from './service-requests';

/** A deliberate difference between Almanac and the recorded Ghost 3.0.3. */
interface Explanation {
  /** Why Almanac responds in another way. */
  reason: string;
  /** The exchanges it applies to; all when absent. */
  names?: RegExp;
  /** Whether it explains this difference. */
  explains: (difference: Difference, exchange: Exchange, response: ServiceResponse) => boolean;
}

const at =
  (...places: RegExp[]) =>
  ({ at: place }: Difference): boolean =>
    places.some((pattern) => pattern.test(place));

/** The difference between a recorded status and the one Almanac responds with. */
const status =
  (recorded: number, actual: number) =>
  ({ at: place, expected }: Difference, _exchange: Exchange, response: ServiceResponse): boolean =>
    place === 'status' && expected === String(recorded) && response.status === actual;

const isAdded = ({ expected }: Difference): boolean => expected === 'absent';
const isRemoved = ({ actual }: Difference): boolean => actual === 'absent';
const isContentApi = ({ request }: Exchange): boolean => request.path.includes('/content/');
const hasFields = ({ request }: Exchange): boolean => /[?&]fields=/.test(request.path);

/** Text of the first error that Ghost responded with. */
function recordedError({ response }: Exchange, key: string): unknown {
  const errors = response.body instanceof Object && 'errors' in response.body ? response.body.errors : undefined;
  const first = Array.isArray(errors) ? errors[0] : undefined;
  return first instanceof Object && key in first
    ? Object.entries(first).find(([name]) => name === key)?.[1]
    : undefined;
}

const content: readonly Explanation[] = [
  {
    reason: 'Almanac caches public responses and sends a strong ETag; Ghost forbids caching.',
    explains: (difference, exchange) => isContentApi(exchange) && at(/^header:(cache-control|etag)$/)(difference),
  },
  {
    reason: 'A request for named fields gets these fields only; Ghost adds empty html and plaintext.',
    explains: (difference, exchange) =>
      hasFields(exchange) && at(/\.(html|plaintext)$/)(difference) && isRemoved(difference),
  },
  {
    reason: 'A gated page has no plaintext unless the request asks for it.',
    names: /pages\/(gated|browse-include)/,
    explains: at(/^pages\[\]\.plaintext$/),
  },
  {
    reason: 'Filters know relative dates (`now-30d`), as later versions of Ghost do.',
    names: /posts\/filter-now$/,
    explains: at(/^posts\[\]$/, /^meta\.pagination\.(next|total|pages)$/),
  },
  {
    reason: 'A column that cannot be filtered gets the same error as an unknown one.',
    names: /posts\/filter-mobiledoc$/,
    explains: at(/^errors\[\]\.(message|code)$/),
  },
  {
    reason: 'Past the last page there is no next page.',
    names: /beyond/,
    explains: at(/pagination\.(next|prev)$/),
  },
  {
    reason: 'An unknown field in `order` is ignored; the default order stays.',
    names: /tags\/order-(count-noinclude|unknown)/,
    explains: at(/^tags\[\]\.\w+$/),
  },
  {
    reason: 'The settings keys ghost_head and ghost_foot are not served.',
    explains: at(/^settings\.ghost_(head|foot)$/),
  },
  {
    reason: 'The secondary navigation is served from v3 on.',
    explains: at(/^settings\.secondary_navigation$/),
  },
  {
    reason: 'A member token is accepted only together with the content key.',
    names: /^gating\/.*token-only$/,
    explains: (difference, exchange, response) =>
      [200, 500].some((recorded) => status(recorded, 403)(difference, exchange, response)),
  },
  {
    reason: 'A member token is accepted only together with the content key.',
    names: /^gating\/minted-free-(fields-html|settings)$/,
    explains: status(200, 403),
  },
  {
    reason: 'A member token that cannot be verified is refused; Ghost needs a restart to verify its own.',
    names: /^gating\/(before|after)-restart-(.*token-and-key|bad-member-token)$/,
    explains: (difference, exchange, response) =>
      [200, 500].some((recorded) => status(recorded, 401)(difference, exchange, response)),
  },
  {
    reason: 'A member token without the claims that Almanac signs is refused.',
    names: /^gating\/minted-paid-empty/,
    explains: status(200, 401),
  },
];

const errors: readonly Explanation[] = [
  {
    reason: '`help` says what a valid request looks like.',
    explains: (difference) => difference.expected === 'null' && at(/^errors\[\]\.help$/)(difference),
  },
  {
    reason: 'Ghost names a variable it could not resolve (`undefined.id`); Almanac names the field.',
    explains: (difference, exchange) =>
      at(/^errors\[\]\.context$/)(difference) &&
      /(^| )undefined\.\w+$/.test(String(recordedError(exchange, 'context'))),
  },
  {
    reason: '`context` says what a valid request looks like.',
    explains: (difference, exchange) =>
      isContentApi(exchange) && isAdded(difference) && at(/^errors\[\]\.context$/)(difference),
  },
  {
    reason: 'Error codes of the database are not sent to clients.',
    explains: (difference, exchange) =>
      at(/^errors\[\]\.code$/)(difference) && /^ER_/.test(String(recordedError(exchange, 'code'))),
  },
  {
    reason: 'JSON that cannot be parsed is a BadRequestError.',
    names: /bad-json/,
    explains: at(/errors\[\]\.type$/),
  },
];

const posts: readonly Explanation[] = [
  {
    reason: 'The URLs of social images are absolute.',
    explains: at(/\.(og|twitter)_image$/),
  },
  {
    reason: 'Posts and pages have the fields for sending a post as an email.',
    explains: (difference) =>
      isAdded(difference) && at(/\.(email_subject|send_email_when_published|email)$/)(difference),
  },
  {
    reason: 'A post can be scheduled to be unpublished.',
    explains: (difference) => isAdded(difference) && at(/\.unpublish_at$/)(difference),
  },
  { reason: 'An empty include is ignored.', names: /include-none|include-empty/, explains: status(400, 200) },
  {
    reason: 'Read-only fields in a request body are ignored.',
    names: /(comment_id|uuid|reading_time)-present|roundtrip/,
    explains: (difference, exchange, response) =>
      [200, 201].some((actual) => status(422, actual)(difference, exchange, response)),
  },
  {
    reason: 'The fields for sending a post as an email can be written.',
    names: /email-props/,
    explains: status(422, 201),
  },
  {
    reason: 'An edit names the updated_at it is based on; null would skip the check for conflicts.',
    names: /updated_at-null/,
    explains: status(200, 422),
  },
  {
    reason: 'An edit names the updated_at it is based on.',
    names: /edit-title-ok/,
    explains: status(200, 422),
  },
  {
    reason: 'Authors of a post are shown with their roles, also after a write.',
    names: /^admin\/posts\//,
    explains: at(/(authors\[\]|primary_author)\.roles\[\]$/),
  },
];

const administration: readonly Explanation[] = [
  {
    reason: 'Only the key of the scheduler may publish through the schedules route.',
    names: /custom-integration-key/,
    explains: status(404, 403),
  },
  { reason: 'A token that is not valid yet is refused.', names: /nbf-future/, explains: status(500, 401) },
  {
    reason: 'A token is valid for at most five minutes.',
    names: /^admin\/auth\/(14-exp-10min|15-no-exp|17-iat-future)/,
    explains: status(200, 401),
  },
  { reason: 'Deleting something twice is a 404.', names: /delete-again/, explains: status(500, 404) },
  {
    reason: 'The two new passwords have to be equal.',
    names: /password-mismatch/,
    explains: status(200, 422),
  },
  {
    reason: 'Subscriptions of a member are under `payment`.',
    explains: at(/^members\[\]\.(stripe|payment)$/),
  },
  {
    reason: 'An upload under another field name is a validation error.',
    names: /csv-import-wrong-field/,
    explains: status(500, 422),
  },
  {
    reason: 'A members import lists the lines it could not import.',
    names: /csv-import/,
    explains: (difference) => isAdded(difference) && at(/^meta\.invalid$/)(difference),
  },
  { reason: 'The name of a member may be null.', names: /members\/add-null-name/, explains: status(422, 201) },
  { reason: 'The URL of a webhook is validated.', names: /webhooks\/add-bad-url/, explains: status(201, 422) },
  {
    reason: 'A webhook that is added with an integration key belongs to that integration.',
    names: /webhooks/,
    explains: at(/integration_id$/),
  },
  {
    reason: 'An integration cannot see or remove webhooks of another integration.',
    names: /webhooks\/delete-other-integration/,
    explains: status(204, 404),
  },
  { reason: 'Webhooks can be read and listed.', names: /webhooks\/get/, explains: status(404, 200) },
  {
    reason: 'The bytes of an uploaded image decide about its type.',
    names: /upload-garbage/,
    explains: status(201, 415),
  },
  { reason: 'The labs setting has to be JSON.', names: /labs-bad/, explains: status(500, 422) },
  {
    reason: 'Clients of newer minor versions of Ghost 3 are accepted.',
    names: /version-newer-minor/,
    explains: status(400, 200),
  },
  {
    reason: 'The role of a user can be given by name.',
    names: /edit-role-by-name/,
    explains: at(/^users\[\]\.roles\[\]$/),
  },
  {
    reason: 'Secrets are written, never read.',
    names: /members_session_secret/,
    explains: status(200, 404),
  },
  { reason: 'ghost_head is not a setting.', names: /ghost_head/, explains: status(200, 404) },
  {
    reason: 'A path without a version gets the newest one.',
    names: /^misc\/unversioned/,
    explains: (difference, exchange, response) =>
      status(404, 200)(difference, exchange, response) || at(/^header:access-control-allow-origin$/)(difference),
  },
  {
    reason: 'The configuration lists the features that Almanac does not offer.',
    explains: at(/^config\.clientExtensions\.unavailable$/),
  },
  {
    reason: 'An export has the meta fields of a post in its row.',
    names: /db\/export/,
    explains: at(/data\.posts_meta$/, /data\.posts\[\]\.(og|twitter|meta)_\w+$/),
  },
  {
    reason: 'An export has no secrets and no tables that only Ghost itself needs.',
    names: /db\/export/,
    explains: at(
      /data\.(brute|migrations|migrations_lock|permissions|permissions_roles|sessions)(\[\])?$/,
      /data\.(api_keys\[\]\.secret|users\[\]\.password|member_subscriptions)$/,
    ),
  },
  { reason: 'Almanac has no themes.', names: /themes/, explains: at(/^themes\[\]$/) },
  { reason: 'Almanac has no redirects file.', names: /redirects/, explains: status(501, 404) },
  { reason: 'Scheduled posts can be listed.', names: /schedules\/19-get/, explains: at(/^status$/) },
];

/** The recorded response depends on a request that was not recorded. */
const unrecordedSteps: readonly Explanation[] = [
  {
    reason: 'A request that was not recorded had changed the user before.',
    names: /users\/edit-status-active/,
    explains: at(/^header:x-cache-invalidate$/),
  },
  {
    reason: 'The author had not signed in before the recording.',
    names: /^admin\/posts\/add-authors-two/,
    explains: at(/last_seen$/),
  },
  {
    reason: 'A request that was not recorded had added a member with name and note.',
    names: /^admin\/members\/browse-26/,
    explains: at(/^members\[\]\.(name|note)$/),
  },
  {
    reason: 'Members were switched off during this recording.',
    names: /contributor-members/,
    explains: status(404, 403),
  },
];

const explanations = [...content, ...errors, ...posts, ...administration, ...unrecordedSteps];

/**
 * Why Almanac responds differently in this place.
 * @returns undefined when the difference is not deliberate: then it is a defect
 */
export function explanationOf(
  exchange: Exchange,
  difference: Difference,
  response: ServiceResponse,
): string | undefined {
  return explanations.find(
    ({ names, explains }) => (names?.test(exchange.name) ?? true) && explains(difference, exchange, response),
  )?.reason;
}
