export { recordAction, type ActionEvent } from './actions/record-action';
export { roleNames, systemActor, type Actor, type RoleName } from './permissions/actor';
export { authorize, reachOf, refusal } from './permissions/authorize';
export { permissionTable, type Permission, type Reach } from './permissions/permission-table';
export { siteChangedFact } from './site-changed';
export { inTransaction, type PublishingSettings, type WriteScope } from './write-scope';
