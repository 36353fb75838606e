import { type Explanation, isAdded, isAt, isStatus } from './explanation';

/** Deliberate differences of posts and pages in the Admin API, and of their fields in both APIs. */
export const postExplanations: readonly Explanation[] = [
  {
    reason: 'The URLs of social images are absolute.',
    explains: isAt(/\.(og|twitter)_image$/),
  },
  {
    reason: 'Posts and pages have the fields for sending a post as an email.',
    explains: (difference) =>
      isAdded(difference) &&
      isAt(/\.(email_subject|email_recipient_filter|send_email_when_published|email)$/)(difference),
  },
  {
    reason: 'A post can be scheduled to be unpublished.',
    explains: (difference) => isAdded(difference) && isAt(/\.unpublish_at$/)(difference),
  },
  { reason: 'An empty include is ignored.', names: /include-none|include-empty/, explains: isStatus(400, 200) },
  {
    reason: 'Read-only fields in a request body are ignored.',
    names: /(comment_id|uuid|reading_time)-present|roundtrip/,
    explains: (difference, exchange, response) =>
      [200, 201].some((actual) => isStatus(422, actual)(difference, exchange, response)),
  },
  {
    reason: 'The fields for sending a post as an email can be written.',
    names: /email-props/,
    explains: isStatus(422, 201),
  },
  {
    reason: 'An edit names the updated_at it is based on; null would skip the check for conflicts.',
    names: /updated_at-null/,
    explains: isStatus(200, 422),
  },
  {
    reason: 'An edit names the updated_at it is based on.',
    names: /edit-title-ok/,
    explains: isStatus(200, 422),
  },
  {
    reason: 'Authors of a post are shown with their roles, also after a write.',
    names: /^admin\/posts\//,
    explains: isAt(/(authors\[\]|primary_author)\.roles\[\]$/),
  },
];

/** Deliberate differences of the other resources of the Admin API. */
export const adminExplanations: readonly Explanation[] = [
  {
    reason: 'An integration edits its own webhooks, as in Ghost 4 and later.',
    names: /^admin\/auth\/apikey-webhooks-put$/,
    explains: isStatus(501, 400),
  },
  {
    reason: 'Only the key of the scheduler may publish through the schedules route.',
    names: /custom-integration-key/,
    explains: isStatus(404, 403),
  },
  { reason: 'A token that is not valid yet is refused.', names: /nbf-future/, explains: isStatus(500, 401) },
  {
    reason: 'A token is valid for at most five minutes.',
    names: /^admin\/auth\/(14-exp-10min|15-no-exp|17-iat-future)/,
    explains: isStatus(200, 401),
  },
  { reason: 'Deleting something twice is a 404.', names: /delete-again/, explains: isStatus(500, 404) },
  {
    reason: 'The two new passwords have to be equal.',
    names: /password-mismatch/,
    explains: isStatus(200, 422),
  },
  {
    reason: 'Subscriptions of a member are under `payment`.',
    explains: isAt(/^members\[\]\.(stripe|payment)$/),
  },
  {
    reason: 'An upload under another field name is a validation error.',
    names: /csv-import-wrong-field/,
    explains: isStatus(500, 422),
  },
  {
    reason: 'A members import lists the lines it could not import.',
    names: /csv-import/,
    explains: (difference) => isAdded(difference) && isAt(/^meta\.invalid$/)(difference),
  },
  { reason: 'The name of a member may be null.', names: /members\/add-null-name/, explains: isStatus(422, 201) },
  { reason: 'The URL of a webhook is validated.', names: /webhooks\/add-bad-url/, explains: isStatus(201, 422) },
  {
    reason: 'A webhook that is added with an integration key belongs to that integration.',
    names: /webhooks/,
    explains: isAt(/integration_id$/),
  },
  {
    reason: 'An integration cannot see or remove webhooks of another integration.',
    names: /webhooks\/delete-other-integration/,
    explains: isStatus(204, 404),
  },
  { reason: 'Webhooks can be read and listed.', names: /webhooks\/get/, explains: isStatus(404, 200) },
  {
    reason: 'The bytes of an uploaded image decide about its type.',
    names: /upload-garbage/,
    explains: isStatus(201, 415),
  },
  { reason: 'The labs setting has to be JSON.', names: /labs-bad/, explains: isStatus(500, 422) },
  {
    reason: 'Clients of newer minor versions of Ghost 3 are accepted.',
    names: /version-newer-minor/,
    explains: isStatus(400, 200),
  },
  {
    reason: 'The role of a user can be given by name.',
    names: /edit-role-by-name/,
    explains: isAt(/^users\[\]\.roles\[\]$/),
  },
  {
    reason: 'Secrets are written, never read.',
    names: /members_session_secret/,
    explains: isStatus(200, 404),
  },
  { reason: 'ghost_head is not a setting.', names: /ghost_head/, explains: isStatus(200, 404) },
  {
    reason: 'A path without a version gets the newest one.',
    names: /^misc\/unversioned/,
    explains: (difference, exchange, response) =>
      isStatus(404, 200)(difference, exchange, response) || isAt(/^header:access-control-allow-origin$/)(difference),
  },
  {
    reason: 'The configuration lists the features that Almanac does not offer.',
    explains: isAt(/^config\.clientExtensions\.unavailable$/),
  },
  {
    reason: 'An export has the meta fields of a post in its row.',
    names: /db\/export/,
    explains: isAt(/data\.posts_meta$/, /data\.posts\[\]\.(og|twitter|meta)_\w+$/),
  },
  {
    reason: 'An export has no secrets and no tables that only Ghost itself needs.',
    names: /db\/export/,
    explains: isAt(
      /data\.(brute|migrations|migrations_lock|permissions|permissions_roles|sessions)(\[\])?$/,
      /data\.(api_keys\[\]\.secret|users\[\]\.password|member_subscriptions)$/,
    ),
  },
  { reason: 'Almanac has no themes.', names: /themes/, explains: isAt(/^themes\[\]$/) },
  { reason: 'Almanac has no redirects file.', names: /redirects/, explains: isStatus(501, 404) },
  { reason: 'Scheduled posts can be listed.', names: /schedules\/19-get/, explains: isAt(/^status$/) },
];

/** Differences because a recorded response depends on a request or a setting that was not recorded. */
export const unrecordedStepExplanations: readonly Explanation[] = [
  {
    reason: 'A request that was not recorded had changed the user before.',
    names: /users\/edit-status-active/,
    explains: isAt(/^header:x-cache-invalidate$/),
  },
  {
    reason: 'The author had not signed in before the recording.',
    names: /^admin\/posts\/add-authors-two/,
    explains: isAt(/last_seen$/),
  },
  {
    reason: 'A request that was not recorded had added a member with name and note.',
    names: /^admin\/members\/browse-26/,
    explains: isAt(/^members\[\]\.(name|note)$/),
  },
  {
    reason: 'Members were switched off during this recording.',
    names: /contributor-members/,
    explains: isStatus(404, 403),
  },
];
