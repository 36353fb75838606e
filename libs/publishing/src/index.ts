export { recordAction, type ActionEvent } from './actions/record-action';
export { PasswordResetsService } from './password-resets/password-resets.service';
export { hashPassword, isPassword } from './passwords/password';
export { type PasswordChange, PasswordsService } from './passwords/passwords.service';
export { roleNames, systemActor, type Actor, type RoleName } from './permissions/actor';
export { authorize, reachOf, refusal } from './permissions/authorize';
export { permissionTable, type Permission, type Reach } from './permissions/permission-table';
export type { PublishingContext } from './publishing-context';
export { createSecret, digestOf } from './secrets/secret';
export {
  closeAllSessions,
  closeSession,
  findSession,
  mayWork,
  type OpenedSession,
  openSession,
} from './sessions/sessions';
export { labsOf } from './settings/labs';
export { siteTitle } from './settings/site-title';
export { siteChangedFact } from './site-changed';
export { assignableRoles } from './users/staff-rules';
export { inTransaction, type PublishingSettings, type WriteScope } from './write-scope';
