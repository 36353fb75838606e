export { type EnvironmentVariable, Variable, variableName, variablesOf } from './environment/variable';
export { IsQueueUrl, parseQueueUrl, QUEUE_URL_FORMS, type QueueAddress } from './environment/queue-url';
export { ServiceConfiguration } from './environment/service-configuration';
export { CommandLineConfiguration } from './environment/command-line-configuration';
export { SchedulerWorkerConfiguration } from './environment/scheduler-worker-configuration';
export { type BulkMemberAction, type BulkPostAction } from './publishing/bulk-input';
export { type IntegrationInput } from './publishing/integration-input';
export { type InviteInput } from './publishing/invite-input';
export { MemberPreferencesDto } from './publishing/member-preferences-input';
export { TestEmailDto } from './publishing/test-email-input';
export { MagicLinkDto } from './publishing/magic-link-input';
export { type LabelInput, type LabelReference } from './publishing/label-input';
export { type MemberInput } from './publishing/member-input';
export {
  isSenderAddress,
  isStorableSender,
  type MemberSubscriptionSettings,
  memberSubscriptionSettings,
} from './publishing/member-subscription-settings';
export { type NewsletterInput } from './publishing/newsletter-input';
export { type AuthorReference, type PostInput, type PostMetaInput, type TagReference } from './publishing/post-input';
export { type SettingInput } from './publishing/setting-input';
export { type TagInput } from './publishing/tag-input';
export { type RoleReference, type UserInput } from './publishing/user-input';
export { type WebhookInput } from './publishing/webhook-input';
export { CalendarGraphqlConfiguration } from './environment/calendar-graphql-configuration';
export { isMailAddress, trimAddress } from './mail-address';
export { notAllowed, quoted } from './allowed-values';
export { parseInstant } from './parse-instant';
export { checkInput, type Issue } from './issues';
export { RequestInviteDto, SignUpDto } from './calendar/account-inputs';
export {
  EventDetailsDto,
  EventInformationDto,
  EventLocationDto,
  EventMetaDto,
  ListFilterDto,
} from './calendar/event-inputs';
export { isLanguageTag } from './calendar/language-tag';
export { isNonBlankText } from './calendar/text';
export { RsvpReplyDto, RsvpGuestDto, type RsvpReply, SetRsvpDto } from './calendar/rsvp-inputs';
export { hasOtherHostThanSite } from './environment/admin-url';
export { serializedOrigins } from './environment/origins';
export { AdminApiConfiguration } from './environment/admin-api-configuration';
export { ContentApiConfiguration } from './environment/content-api-configuration';
