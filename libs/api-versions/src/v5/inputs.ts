import { ValidationError } from '@almanac/errors';
import type { IntegrationInput, SettingInput, UserInput, WebhookInput } from '@almanac/validation';
import type { InputReaders } from '../input-readers';
import { elementIn, type UncheckedObject, isObject, listIn } from '../inputs/envelope';
import { versionForName } from '../versions';
import { postFromGhost5, withBlankDocument } from './post-input';
import { canarySettingKey, isComputedSetting } from './admin-settings';
import { notifications } from './users';

/** @throws ValidationError if a notification is switched on, because Almanac does not send notifications to staff users */
function assertNoNotifications(user: UncheckedObject): void {
  const wanted = notifications.find((name) => user[name] === true);
  if (wanted !== undefined) {
    throw new ValidationError(`Almanac does not send ${wanted.replaceAll('_', ' ')}.`, { property: wanted });
  }
}

function editUser(readers: InputReaders): InputReaders['editUser'] {
  return (body, id): UserInput => {
    assertNoNotifications(elementIn(body, 'users'));
    return readers.editUser(body, id);
  };
}

/**
 * Replaces a version name of Ghost by the API version that serves it, e.g. `v4`, `v5.130` and `v6` by v5. An unknown name stays, because
 * libs/publishing rejects it together with other invalid values.
 * @param defaultVersion the version of a webhook without one; undefined to leave it out
 */
function withApiVersion(
  { apiVersion, ...webhook }: WebhookInput,
  defaultVersion: WebhookInput['apiVersion'],
): WebhookInput {
  const named = apiVersion ? (versionForName(apiVersion) ?? apiVersion) : defaultVersion;
  return named === undefined ? webhook : { ...webhook, apiVersion: named };
}

/** A new webhook; unless it names a version, its payloads are in the format of v5. */
const newWebhook = (webhook: WebhookInput): WebhookInput => withApiVersion(webhook, 'v5');

/** A new integration, with its new webhooks. */
function newIntegration({ webhooks, ...integration }: IntegrationInput): IntegrationInput {
  return webhooks === undefined ? integration : { ...integration, webhooks: webhooks.map(newWebhook) };
}

/** Converts a change of a setting to the format of canary. @throws ValidationError for a computed setting */
function settingFromGhost5({ key, value }: SettingInput): SettingInput {
  if (isComputedSetting(key)) {
    throw new ValidationError(`The setting ${key} cannot be changed.`, { property: key });
  }
  return { key: canarySettingKey(key), value };
}

/**
 * The functions that read the request bodies of v5, i.e. of clients of Ghost 4 to 6.
 * @param readers the functions that read bodies in the format of canary. Bodies with posts and pages are converted before these functions
 *   read them. For integrations, webhooks and settings, the results of these functions are converted
 */
export function inputReadersOfGhost5(readers: InputReaders): InputReaders {
  const convertPost = (root: 'posts' | 'pages', body: unknown): unknown => {
    const [first, ...rest] = listIn(body, root);
    if (!isObject(body) || !isObject(first)) return body;
    return { ...body, [root]: [postFromGhost5(first), ...rest] };
  };
  return {
    ...readers,
    addPost: (body) => withBlankDocument(readers.addPost(convertPost('posts', body))),
    editPost: (body) => readers.editPost(convertPost('posts', body)),
    addPage: (body) => withBlankDocument(readers.addPage(convertPost('pages', body))),
    editPage: (body) => readers.editPage(convertPost('pages', body)),
    editUser: editUser(readers),
    addIntegration: (body) => newIntegration(readers.addIntegration(body)),
    addWebhook: (body) => newWebhook(readers.addWebhook(body)),
    editWebhook: (body, id) => withApiVersion(readers.editWebhook(body, id), undefined),
    editSettings: (body) => readers.editSettings(body).map(settingFromGhost5),
    settingKey: canarySettingKey,
  };
}
