import type { MemberInput, TagInput } from '@almanac/validation';
import type { Accept, ImageUploadInput } from '../accept';
import { pick, textOrNullOf } from '../inputs/climb';
import { editedElementIn, elementIn, isFields, listIn, requireFields } from '../inputs/envelope';
import { InputSchemas } from '../inputs/input-schemas';
import { imageDefinition } from './inputs/image-schemas';
import { memberDefinition } from './inputs/member-schemas';
import {
  addIntegration,
  addInvite,
  addWebhook,
  editIntegration,
  editSettings,
  editUser,
  editWebhook,
} from './inputs/other-inputs';
import { postInputs } from './inputs/post-input';
import { bodySchema } from './inputs/post-schemas';
import { tagDefinition } from './inputs/tag-schemas';

const tagSchemas = new InputSchemas([tagDefinition]);
const checkAddedTag = tagSchemas.checkOf('tags', bodySchema('tags', 'tag', ['name']));
const checkEditedTag = tagSchemas.checkOf('tags', bodySchema('tags', 'tag', []));
const tagFields = [
  'name',
  'slug',
  'description',
  'feature_image',
  'visibility',
  'meta_title',
  'meta_description',
] as const;

function tagFrom(body: unknown, check: (body: unknown) => void): TagInput {
  check(body);
  const [element] = listIn(body, 'tags');
  return isFields(element) ? pick(element, tagFields) : {};
}

const checkAddedMember = new InputSchemas([memberDefinition('members')]).checkOf(
  'members',
  bodySchema('members', 'member', ['email']),
);
const checkEditedMember = new InputSchemas([memberDefinition('members')]).checkOf(
  'members',
  bodySchema('members', 'member', []),
);
const memberFields = ['email', 'name', 'note', 'comped'] as const;

function addMember(body: unknown): MemberInput {
  const element = elementIn(body, 'members');
  requireFields(element, 'email');
  checkAddedMember(body);
  return pick(element, memberFields);
}

function editMember(body: unknown, id?: string): MemberInput {
  const element = editedElementIn(body, 'members', id);
  checkEditedMember(body);
  return pick(element, memberFields);
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

/** What HEAD accepts. */
export const accept: Accept = {
  ...postInputs('canary'),
  addTag: (body) => tagFrom(body, checkAddedTag),
  editTag: (body) => tagFrom(body, checkEditedTag),
  addMember,
  editMember,
  editUser,
  addInvite,
  addIntegration,
  editIntegration,
  addWebhook,
  editWebhook,
  editSettings,
  uploadImage,
};
