import { type ApiVersion, memberDefinition, tagDefinition } from '@almanac/resource-fields';
import type { MemberInput, TagInput } from '@almanac/validation';
import type { Accept, ImageUploadInput } from '../accept';
import { textOrNullOf } from '../inputs/climb';
import { editedElementIn, elementIn, type Fields, isFields, listIn, requireFields } from '../inputs/envelope';
import { readInput } from '../inputs/field-inputs';
import { InputSchemas } from '../inputs/input-schemas';
import { imageDefinition } from './inputs/image-schemas';
import { memberSchema } from './inputs/member-schemas';
import {
  addIntegration,
  addInvite,
  addWebhook,
  editIntegration,
  editSettings,
  editUserIn,
  editWebhook,
} from './inputs/other-inputs';
import { postInputs } from './inputs/post-input';
import { bodySchema } from './inputs/post-schemas';
import { tagSchema } from './inputs/tag-schemas';

type Check = (body: unknown) => void;

function tagInputs(version: ApiVersion): Pick<Accept, 'addTag' | 'editTag'> {
  const schemas = new InputSchemas([tagSchema(version)]);
  const read =
    (check: Check) =>
    (body: unknown): TagInput => {
      check(body);
      const [element] = listIn(body, 'tags');
      return isFields(element) ? readInput(tagDefinition, element, '.tags[0]') : {};
    };
  return {
    addTag: read(schemas.checkOf('tags', bodySchema('tags', 'tag', ['name']))),
    editTag: read(schemas.checkOf('tags', bodySchema('tags', 'tag', []))),
  };
}

function memberFrom(element: Fields): MemberInput {
  const { comped } = element;
  const fields = readInput(memberDefinition, element, '.members[0]');
  return { ...fields, ...(typeof comped === 'boolean' && { comped }) };
}

function memberInputs(version: ApiVersion): Pick<Accept, 'addMember' | 'editMember'> {
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

const checkImage = new InputSchemas([imageDefinition]).checkOf('images', {
  $ref: 'images#/definitions/image',
});

function uploadImage(formFields: unknown): ImageUploadInput {
  checkImage(formFields);
  const fields = isFields(formFields) ? formFields : {};
  const { purpose } = fields;
  return {
    purpose: purpose === 'profile_image' || purpose === 'icon' ? purpose : 'image',
    ref: textOrNullOf(fields.ref) ?? null,
  };
}

/** The request bodies of a version. */
export function acceptIn(version: ApiVersion): Accept {
  return {
    ...postInputs(version),
    ...tagInputs(version),
    ...memberInputs(version),
    editUser: editUserIn(version),
    addInvite,
    addIntegration,
    editIntegration,
    addWebhook,
    editWebhook,
    editSettings,
    uploadImage,
  };
}
