import { CreateStaff1760000000000 } from './1760000000000-create-staff';
import { CreateContent1760000001000 } from './1760000001000-create-content';
import { CreateIntegrations1760000002000 } from './1760000002000-create-integrations';
import { CreateMembers1760000003000 } from './1760000003000-create-members';
import { CreateOutbox1760000004000 } from './1760000004000-create-outbox';
import { RaiseSiteRevision1760000005000 } from './1760000005000-raise-site-revision';
import { CompleteFacts1760000006000 } from './1760000006000-complete-facts';
import { IndexPostsInStaffOrder1760000007000 } from './1760000007000-index-posts-in-staff-order';
import { RaiseRevisionWithoutLock1760000106000 } from './1760000106000-raise-revision-without-lock';
import { ChooseRevisionCounterByAdvisoryLock1760000106200 } from './1760000106200-choose-revision-counter-by-advisory-lock';
import { KeepCounts1760000107000 } from './1760000107000-keep-counts';
import { IndexWhatListsAskFor1760000107100 } from './1760000107100-index-what-lists-ask-for';
import { KeepSentWebhookRequests1760000109000 } from './1760000109000-keep-sent-webhook-requests';
import { AddTraceParent1760000109100 } from './1760000109100-add-trace-parent';
import { AddFieldsOfVersion51760000110000 } from './1760000110000-add-fields-of-version-5';
import { AddTitleSwitchOfPages1760000110100 } from './1760000110100-add-title-switch-of-pages';
import { AddLexicalToPosts1760000120100 } from './1760000120100-add-lexical-to-posts';
import { RememberImportedPosts1760000130000 } from './1760000130000-remember-imported-posts';
import { RememberImportedSettings1760000130100 } from './1760000130100-remember-imported-settings';
import { RecordImports1760000140000 } from './1760000140000-record-imports';
import { AddMemberLabels1760000150000 } from './1760000150000-add-member-labels';
import { AddConfirmedEmail1760000170000 } from './1760000170000-add-confirmed-email';
import { CreatePreviewLinks1760000170100 } from './1760000170100-create-preview-links';
import { CreateEmails1760000180000 } from './1760000180000-create-emails';
import { AddNetworksOfUsers1760000200000 } from './1760000200000-add-networks-of-users';
import { RecordMailTransport1760000201000 } from './1760000201000-record-mail-transport';
import { ClaimDeliveriesWithoutIndexWrites1760000201100 } from './1760000201100-claim-deliveries-without-index-writes';
import { DropAgeIndexOfDeliveries1760000201200 } from './1760000201200-drop-age-index-of-deliveries';

/** The migrations in the order in which they run. New ones are appended. */
export const publishingMigrations = [
  CreateStaff1760000000000,
  CreateContent1760000001000,
  CreateIntegrations1760000002000,
  CreateMembers1760000003000,
  CreateOutbox1760000004000,
  RaiseSiteRevision1760000005000,
  // "Facts" is the former name of outbox events. Databases contain the names of migrations, so they cannot change.
  CompleteFacts1760000006000,
  IndexPostsInStaffOrder1760000007000,
  RaiseRevisionWithoutLock1760000106000,
  ChooseRevisionCounterByAdvisoryLock1760000106200,
  KeepCounts1760000107000,
  IndexWhatListsAskFor1760000107100,
  KeepSentWebhookRequests1760000109000,
  AddTraceParent1760000109100,
  AddFieldsOfVersion51760000110000,
  AddTitleSwitchOfPages1760000110100,
  AddLexicalToPosts1760000120100,
  RememberImportedPosts1760000130000,
  RememberImportedSettings1760000130100,
  RecordImports1760000140000,
  AddMemberLabels1760000150000,
  AddConfirmedEmail1760000170000,
  CreatePreviewLinks1760000170100,
  CreateEmails1760000180000,
  // The accounts of staff in social networks.
  AddNetworksOfUsers1760000200000,
  RecordMailTransport1760000201000,
  ClaimDeliveriesWithoutIndexWrites1760000201100,
  DropAgeIndexOfDeliveries1760000201200,
];
