export {
  type Mail,
  type MailPayload,
  mailRequested,
  type MailTemplate,
  type MailValues,
  openMail,
  sealMail,
} from './mail';
export { openText, sealText } from './sealed-text';
