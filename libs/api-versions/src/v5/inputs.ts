import { ValidationError } from '@almanac/errors';
import type { SettingInput, UserInput, WebhookInput } from '@almanac/validation';
import type { InputReaders } from '../accept';
import { elementIn, type UncheckedObject, isObject, listIn } from '../inputs/envelope';
import { versionFromHeader } from '../versions';
import { postFromGhost5, withDocument } from './post-input';
import { canarySettingKey, isComputedSetting } from './admin-settings';
import { notifications } from './users';

/** @throws ValidationError for a notification that is switched on, because Almanac does not send it */
function assertNoNotifications(user: UncheckedObject): void {
  const wanted = notifications.find((name) => user[name] === true);
  if (wanted !== undefined) {
    throw new ValidationError(`Almanac does not send ${wanted.replaceAll('_', ' ')}.`, { property: wanted });
  }
}

function editUser(accept: InputReaders): InputReaders['editUser'] {
  return (body, id): UserInput => {
    assertNoNotifications(elementIn(body, 'users'));
    return accept.editUser(body, id);
  };
}

/**
 * The webhook with the API version for the name that Ghost uses: v5 for `v4`, `v5.130` and `v6`. An unknown name is kept:
 * libs/publishing rejects it with the other invalid columns.
 */
function withApiVersion(
  { apiVersion, ...webhook }: WebhookInput,
  defaultVersion: WebhookInput['apiVersion'],
): WebhookInput {
  const named = apiVersion ? (versionFromHeader(apiVersion) ?? apiVersion) : defaultVersion;
  return named === undefined ? webhook : { ...webhook, apiVersion: named };
}

/** @throws ValidationError for a computed setting */
function settingFromGhost5({ key, value }: SettingInput): SettingInput {
  if (isComputedSetting(key)) {
    throw new ValidationError(`The setting ${key} cannot be changed.`, { property: key });
  }
  return { key: canarySettingKey(key), value };
}

/** Readers for the bodies of clients of Ghost 4 to 6: they convert a body to the format of canary, and pass it to `accept`. */
export function inputReadersOfGhost5(accept: InputReaders): InputReaders {
  const convertPost = (root: 'posts' | 'pages', body: unknown): unknown => {
    const [first, ...rest] = listIn(body, root);
    if (!isObject(body) || !isObject(first)) return body;
    return { ...body, [root]: [postFromGhost5(first), ...rest] };
  };
  return {
    ...accept,
    addPost: (body) => withDocument(accept.addPost(convertPost('posts', body))),
    editPost: (body) => accept.editPost(convertPost('posts', body)),
    addPage: (body) => withDocument(accept.addPage(convertPost('pages', body))),
    editPage: (body) => accept.editPage(convertPost('pages', body)),
    editUser: editUser(accept),
    addWebhook: (body) => withApiVersion(accept.addWebhook(body), 'v5'),
    editWebhook: (body, id) => withApiVersion(accept.editWebhook(body, id), undefined),
    editSettings: (body) => accept.editSettings(body).map(settingFromGhost5),
    settingKey: canarySettingKey,
  };
}
