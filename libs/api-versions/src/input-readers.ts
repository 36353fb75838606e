import type {
  BulkMemberAction,
  BulkPostAction,
  IntegrationInput,
  InviteInput,
  LabelInput,
  MemberInput,
  NewsletterInput,
  PostInput,
  SettingInput,
  TagInput,
  UserInput,
  WebhookInput,
} from '@almanac/validation';
import type { JsonObject } from './serialization/json';

/**
 * The functions that read the request bodies of one version. Each returns the input in the format of canary. Invalid bodies throw
 * ValidationError or BadRequestError. The parameter `id` is the id in the path of the request.
 */
export interface InputReaders {
  addPost: (body: unknown) => PostInput;
  editPost: (body: unknown) => PostInput;
  addPage: (body: unknown) => PostInput;
  editPage: (body: unknown) => PostInput;
  addTag: (body: unknown) => TagInput;
  editTag: (body: unknown) => TagInput;
  addMember: (body: unknown) => MemberInput;
  editMember: (body: unknown, id?: string) => MemberInput;
  addLabel: (body: unknown) => LabelInput;
  editLabel: (body: unknown) => LabelInput;
  /** @param current the stored newsletter, in the format of a response of the same version */
  editNewsletter: (body: unknown, current: JsonObject) => NewsletterInput;
  bulkPosts: (body: unknown) => BulkPostAction;
  bulkMembers: (body: unknown) => BulkMemberAction;
  editUser: (body: unknown, id?: string) => UserInput;
  addInvite: (body: unknown) => InviteInput;
  addIntegration: (body: unknown) => IntegrationInput;
  editIntegration: (body: unknown, id?: string) => IntegrationInput;
  addWebhook: (body: unknown) => WebhookInput;
  editWebhook: (body: unknown, id?: string) => WebhookInput;
  editSettings: (body: unknown) => SettingInput[];
  /** Converts the key of a setting in a path to the key that canary uses. */
  settingKey: (key: string) => string;
  uploadImage: (formFields: unknown) => ImageUploadInput;
  /** Reads the form fields of an upload that is not an image. `ref` is any string from the client, which the response returns. */
  uploadFile: (formFields: unknown) => { ref: string | null };
}

/** The form fields of an upload of an image, besides the file. */
export interface ImageUploadInput {
  purpose: 'image' | 'profile_image' | 'icon';
  /** Any string from the client, which the response returns. */
  ref: string | null;
}
