import { Action } from './action.entity';
import { ApiKey } from './api-key.entity';
import { ImportRun } from './import-run.entity';
import { IdempotencyKey } from './idempotency-key.entity';
import { ImportedPost } from './imported-post.entity';
import { ImportedSetting } from './imported-setting.entity';
import { Integration } from './integration.entity';
import { Invite } from './invite.entity';
import { Label } from './label.entity';
import { MemberLabel } from './member-label.entity';
import { MemberSession } from './member-session.entity';
import { MemberSignInToken } from './member-sign-in-token.entity';
import { MemberSubscription } from './member-subscription.entity';
import { Member } from './member.entity';
import { PasswordResetToken } from './password-reset-token.entity';
import { PostAuthor } from './post-author.entity';
import { PostMeta } from './post-meta.entity';
import { PostTag } from './post-tag.entity';
import { Post } from './post.entity';
import { PreviewLink } from './preview-link.entity';
import { PublishingOutboxEvent } from './publishing-outbox-event.entity';
import { Role } from './role.entity';
import { Session } from './session.entity';
import { Setting } from './setting.entity';
import { SiteRevisionCounter } from './site-revision-counter.entity';
import { Tag } from './tag.entity';
import { User } from './user.entity';
import { WebhookAttempt } from './webhook-attempt.entity';
import { WebhookDelivery } from './webhook-delivery.entity';
import { Webhook } from './webhook.entity';

/** Every entity of the publishing schema. */
export const publishingEntities = [
  Action,
  ApiKey,
  IdempotencyKey,
  ImportRun,
  ImportedPost,
  ImportedSetting,
  Integration,
  Invite,
  Label,
  Member,
  MemberLabel,
  MemberSession,
  MemberSignInToken,
  MemberSubscription,
  PasswordResetToken,
  Post,
  PostAuthor,
  PostMeta,
  PostTag,
  PreviewLink,
  PublishingOutboxEvent,
  Role,
  Session,
  Setting,
  SiteRevisionCounter,
  Tag,
  User,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
];
