export { ApiDocuments } from './api-documents';
export type { LocalAccess } from './page/documents-page';
