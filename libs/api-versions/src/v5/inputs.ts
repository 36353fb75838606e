import { ValidationError } from '@almanac/errors';
import type { SettingInput, UserInput, WebhookInput } from '@almanac/validation';
import type { Accept } from '../accept';
import { elementIn, type Fields, isFields, listIn } from '../inputs/envelope';
import { versionFromHeader } from '../versions';
import { postFromGhost5, withDocument } from './post-input';
import { headSettingKey, isComputedSetting } from './admin-settings';
import { notifications } from './users';

/** @throws ValidationError for a notification that is switched on, because Almanac does not send it */
function assertNoNotifications(user: Fields): void {
  const wanted = notifications.find((name) => user[name] === true);
  if (wanted !== undefined) {
    throw new ValidationError(`Almanac does not send ${wanted.replaceAll('_', ' ')}.`, { property: wanted });
  }
}

function editUser(accept: Accept): Accept['editUser'] {
  return (body, id): UserInput => {
    assertNoNotifications(elementIn(body, 'users'));
    return accept.editUser(body, id);
  };
}

/** The webhook's version by the names of Ghost: `v4`, `v5.130`, `v6` are v5. An unknown name is left for the check of columns. */
function versioned({ apiVersion, ...webhook }: WebhookInput, absent: WebhookInput['apiVersion']): WebhookInput {
  const named = apiVersion ? (versionFromHeader(apiVersion) ?? apiVersion) : absent;
  return named === undefined ? webhook : { ...webhook, apiVersion: named };
}

/** @throws ValidationError for a setting that follows from others */
function settingFromGhost5({ key, value }: SettingInput): SettingInput {
  if (isComputedSetting(key)) {
    throw new ValidationError(`The setting ${key} cannot be changed.`, { property: key });
  }
  return { key: headSettingKey(key), value };
}

/** Reads the bodies of clients of Ghost 4 to 6, and turns them into those of HEAD. */
export function acceptGhost5(accept: Accept): Accept {
  const post = (root: 'posts' | 'pages', body: unknown): unknown => {
    const [first, ...rest] = listIn(body, root);
    if (!isFields(body) || !isFields(first)) return body;
    return { ...body, [root]: [postFromGhost5(first), ...rest] };
  };
  return {
    ...accept,
    addPost: (body) => withDocument(accept.addPost(post('posts', body))),
    editPost: (body) => accept.editPost(post('posts', body)),
    addPage: (body) => withDocument(accept.addPage(post('pages', body))),
    editPage: (body) => accept.editPage(post('pages', body)),
    editUser: editUser(accept),
    addWebhook: (body) => versioned(accept.addWebhook(body), 'v5'),
    editWebhook: (body, id) => versioned(accept.editWebhook(body, id), undefined),
    editSettings: (body) => accept.editSettings(body).map(settingFromGhost5),
    settingKey: headSettingKey,
  };
}
