import { type ApiVersion, type Field, isKnownIn, userDefinition, writableFields } from '@almanac/resource-fields';
import type {
  IntegrationInput,
  InviteInput,
  RoleReference,
  SettingInput,
  UserInput,
  WebhookInput,
} from '@almanac/validation';
import { pickTexts, textOf, identifiersIn } from '../../inputs/texts';
import {
  editedElementIn,
  elementIn,
  type UncheckedObject,
  isObject,
  listIn,
  requireFields,
} from '../../inputs/envelope';

/*
 * Functions that read bodies for which there is no JSON schema. They check the required fields; libs/publishing checks the values.
 */

/** The fields of a user that clients of a version may write. */
export function userFieldsIn(version: ApiVersion): readonly Field[] {
  return writableFields(userDefinition).filter((field) => isKnownIn(version, field));
}

/** Returns the function that reads a change of a staff user. It ignores keys that clients may not write, as in Ghost. */
export function editUserIn(version: ApiVersion): (body: unknown, id?: string) => UserInput {
  const keys = userFieldsIn(version).map(({ column }) => column);
  return (body, id) => {
    const element = editedElementIn(body, 'users', id);
    const roles = Array.isArray(element.roles) ? element.roles.map(roleReference) : undefined;
    return { ...pickTexts(element, keys), ...(roles && { roles }) };
  };
}

/** The id or name of a role. A string of 24 hexadecimal digits is an id; any other string is a name. */
function roleReference(value: unknown): RoleReference {
  if (isObject(value)) return identifiersIn(value, 'id', 'name');
  const text = textOf(value) ?? '';
  return /^[a-f\d]{24}$/i.test(text) ? { id: text } : { name: text };
}

export function addInvite(body: unknown): InviteInput {
  const element = elementIn(body, 'invites');
  requireFields(element, 'email', 'role_id');
  return { email: textOf(element.email) ?? '', roleId: textOf(element.role_id) ?? '' };
}

const integrationFields = ['name', 'description', 'icon_image'] as const;

export function addIntegration(body: unknown): IntegrationInput {
  const element = elementIn(body, 'integrations');
  requireFields(element, 'name');
  const webhooks = listIn(element, 'webhooks').filter(isObject).map(newWebhook);
  return { ...pickTexts(element, integrationFields), ...(webhooks.length > 0 && { webhooks }) };
}

export function editIntegration(body: unknown, id?: string): IntegrationInput {
  return pickTexts(editedElementIn(body, 'integrations', id), integrationFields);
}

const webhookFields = ['event', 'target_url', 'name', 'secret', 'api_version', 'integration_id'] as const;

export function addWebhook(body: unknown): WebhookInput {
  return newWebhook(elementIn(body, 'webhooks'));
}

function newWebhook(element: UncheckedObject): WebhookInput {
  requireFields(element, 'event', 'target_url');
  return pickTexts(element, webhookFields);
}

export function editWebhook(body: unknown, id?: string): WebhookInput {
  return pickTexts(editedElementIn(body, 'webhooks', id), webhookFields);
}

/** Reads changes of settings. It ignores the key `type`: Ghost's admin client sends it, but it is not a setting. */
export function editSettings(body: unknown): SettingInput[] {
  // Throws for a body without settings.
  elementIn(body, 'settings');
  const list = isObject(body) && Array.isArray(body.settings) ? body.settings : [];
  return list
    .filter(isObject)
    .filter(({ key }) => key !== 'type')
    .map(settingInput);
}

function settingInput({ key, value }: UncheckedObject): SettingInput {
  return { key: textOf(key) ?? '', value: storableValue(value) };
}

function storableValue(value: unknown): SettingInput['value'] {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}
