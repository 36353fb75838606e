import type { SchedulerWorkerConfiguration } from '@almanac/validation';
import type { Transporter } from 'nodemailer';

const CONNECT_TIMEOUT_MS = 5_000;
/**
 * In milliseconds. RFC 5321, 4.5.3.2.6 asks for ten minutes to wait for the reply to the end of a mail. The server may accept the mail
 * after a shorter wait has ended, and a further attempt would send it twice. Unused connections are closed early, because firewalls drop
 * them without a notice.
 */
const SMTP_TIMEOUTS = {
  connectionTimeout: CONNECT_TIMEOUT_MS,
  greetingTimeout: 5_000,
  socketTimeout: 600_000,
  idleTimeout: 15_000,
} as const;
/** After this time without a response, it is unknown whether SES has accepted the mail. */
const SES_RESPONSE_TIMEOUT_MS = 60_000;
/** The mail server of the development environment; used if no mail server is configured. */
const LOCAL_MAIL_SERVER = 'smtp://localhost:1025';
/** nodemailer must not read content or attachments of a mail from files or URLs. */
const NO_EXTERNAL_CONTENT = { disableFileAccess: true, disableUrlAccess: true } as const;

/**
 * Opens the mail transport: the API of Amazon SES when `SES_REGION` is set, otherwise SMTP with pooled connections.
 * @param connections maximum number of mails that are sent at the same time (SMTP only)
 */
export async function openTransport(
  configuration: SchedulerWorkerConfiguration,
  connections: number,
): Promise<Transporter> {
  // Loaded for the first mail, because nodemailer delays the start of the worker and takes memory.
  const { createTransport } = await import('nodemailer');
  if (configuration.sesRegion !== undefined) {
    const SES = await sesClient(configuration, configuration.sesRegion);
    return createTransport({ SES, ...NO_EXTERNAL_CONTENT });
  }
  return createTransport({
    url: configuration.smtpUrl ?? LOCAL_MAIL_SERVER,
    pool: true,
    maxConnections: connections,
    maxMessages: Infinity,
    ...SMTP_TIMEOUTS,
    ...NO_EXTERNAL_CONTENT,
  });
}

async function sesClient(
  { sesEndpoint: endpoint, sesAccessKeyId, sesSecretAccessKey }: SchedulerWorkerConfiguration,
  region: string,
): Promise<{
  sesClient: import('@aws-sdk/client-sesv2').SESv2Client;
  SendEmailCommand: typeof import('@aws-sdk/client-sesv2').SendEmailCommand;
}> {
  const { SESv2Client, SendEmailCommand } = await import('@aws-sdk/client-sesv2');
  const credentials =
    sesAccessKeyId !== undefined && sesSecretAccessKey !== undefined
      ? { credentials: { accessKeyId: sesAccessKeyId, secretAccessKey: sesSecretAccessKey } }
      : {};
  const requestHandler = {
    connectionTimeout: CONNECT_TIMEOUT_MS,
    requestTimeout: SES_RESPONSE_TIMEOUT_MS,
    // Without this option, the client only logs a warning after `requestTimeout`.
    throwOnRequestTimeout: true,
  };
  // One attempt, because the worker itself decides when a mail is tried again.
  const client = new SESv2Client({ region, endpoint, maxAttempts: 1, requestHandler, ...credentials });
  return { sesClient: client, SendEmailCommand };
}
