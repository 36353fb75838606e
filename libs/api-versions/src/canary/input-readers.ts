import { ValidationError } from '@almanac/errors';
import { type ApiVersion, labelDefinition, tagDefinition } from '@almanac/resource-fields';
import type { LabelInput, TagInput } from '@almanac/validation';
import type { InputReaders, ImageUploadInput } from '../input-readers';
import { textOrNullOf } from '../inputs/texts';
import { editedElementIn, elementIn, isObject, listIn, requireFields } from '../inputs/envelope';
import { readInput } from '../inputs/field-inputs';
import { InputSchemas } from '../inputs/input-schemas';
import { imageSchema } from './inputs/image-schemas';
import { bulkMembers, bulkPosts } from './inputs/bulk-input';
import { labelSchema } from './inputs/label-schemas';
import { memberFrom } from './inputs/member-input';
import { memberSchema } from './inputs/member-schemas';
import { editNewsletter } from './inputs/newsletter-input';
import {
  addIntegration,
  addInvite,
  addWebhook,
  editIntegration,
  editSettings,
  editUserIn,
  editWebhook,
} from './inputs/inputs-without-schema';
import { postInputs } from './inputs/post-input';
import { bodySchema } from './inputs/post-schemas';
import { tagSchema } from './inputs/tag-schemas';

/** Throws ValidationError for a body that its schema does not allow. */
type Check = (body: unknown) => void;

function tagInputs(version: ApiVersion): Pick<InputReaders, 'addTag' | 'editTag'> {
  const schemas = new InputSchemas([tagSchema(version)]);
  const read =
    (check: Check) =>
    (body: unknown): TagInput => {
      check(body);
      const [element] = listIn(body, 'tags');
      return isObject(element) ? readInput(tagDefinition, element, '.tags[0]') : {};
    };
  return {
    addTag: read(schemas.checkOf('tags', bodySchema('tags', 'tag', ['name']))),
    editTag: read(schemas.checkOf('tags', bodySchema('tags', 'tag', []))),
  };
}

function memberInputs(version: ApiVersion): Pick<InputReaders, 'addMember' | 'editMember'> {
  const schemas = new InputSchemas([memberSchema(version)]);
  const checkAdded = schemas.checkOf('members', bodySchema('members', 'member', ['email']));
  const checkEdited = schemas.checkOf('members', bodySchema('members', 'member', []));
  return {
    addMember: (body) => {
      const element = elementIn(body, 'members');
      requireFields(element, 'email');
      checkAdded(body);
      return memberFrom(element);
    },
    editMember: (body, id) => {
      const element = editedElementIn(body, 'members', id);
      checkEdited(body);
      return memberFrom(element);
    },
  };
}

function labelInputs(version: ApiVersion): Pick<InputReaders, 'addLabel' | 'editLabel'> {
  const schemas = new InputSchemas([labelSchema(version)]);
  const read =
    (check: Check) =>
    (body: unknown): LabelInput => {
      const element = elementIn(body, 'labels');
      check(body);
      return readInput(labelDefinition, element, '.labels[0]');
    };
  return {
    addLabel: read(schemas.checkOf('labels', bodySchema('labels', 'label', ['name']))),
    editLabel: read(schemas.checkOf('labels', bodySchema('labels', 'label', []))),
  };
}

const checkImage = new InputSchemas([imageSchema]).checkOf('images', {
  $ref: 'images#/definitions/image',
});

function uploadImage(formFields: unknown): ImageUploadInput {
  checkImage(formFields);
  const fields = isObject(formFields) ? formFields : {};
  const { purpose } = fields;
  return {
    purpose: purpose === 'profile_image' || purpose === 'icon' ? purpose : 'image',
    ref: textOrNullOf(fields.ref) ?? null,
  };
}

/** The maximum length of `ref`, any string from the client that the response returns. */
const MAX_REFERENCE_LENGTH = 2000;

/** Reads the form fields of an upload that is not an image. Clients also send `purpose`, which has an effect for images only. */
function uploadFile(formFields: unknown): { ref: string | null } {
  const ref = isObject(formFields) ? (textOrNullOf(formFields.ref) ?? null) : null;
  if (ref !== null && ref.length > MAX_REFERENCE_LENGTH) {
    throw new ValidationError(`The reference is longer than ${MAX_REFERENCE_LENGTH} characters.`, { property: 'ref' });
  }
  return { ref };
}

/** The functions that read the request bodies of a version. */
export function inputReadersOf(version: ApiVersion): InputReaders {
  return {
    ...postInputs(version),
    ...tagInputs(version),
    ...memberInputs(version),
    ...labelInputs(version),
    editNewsletter,
    bulkPosts,
    bulkMembers,
    editUser: editUserIn(version),
    addInvite,
    addIntegration,
    editIntegration,
    addWebhook,
    editWebhook,
    editSettings,
    settingKey: (key) => key,
    uploadImage,
    uploadFile,
  };
}
