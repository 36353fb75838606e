export { roleNames, systemActor, type Actor, type RoleName } from './permissions/actor';
export { authorize, reachOf, refusal } from './permissions/authorize';
export { permissionTable, type Permission, type Reach } from './permissions/permission-table';
