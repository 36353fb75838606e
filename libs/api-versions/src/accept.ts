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
 * Reads the request bodies of one version. Each function returns the input in the format of canary, or throws an error. `id` is
 * the id in the path.
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
  /** `current` is the newsletter as a response of the same version has it. */
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
  /** The key that canary uses for the setting that a path names. */
  settingKey: (key: string) => string;
  uploadImage: (formFields: unknown) => ImageUploadInput;
  /** `ref` is a string of the client, which the response repeats. */
  uploadFile: (formFields: unknown) => { ref: string | null };
}

export interface ImageUploadInput {
  purpose: 'image' | 'profile_image' | 'icon';
  /** A string of the client, which the response repeats. */
  ref: string | null;
}
