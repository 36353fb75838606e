export { ApiDocuments } from './api-documents';
