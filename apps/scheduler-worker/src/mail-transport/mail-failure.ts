/**
 * Why a mail was not sent. `outage`: the mail server accepts no mail now. `temporary`: a later attempt may send this mail. `permanent`: a
 * later attempt would fail too.
 */
export interface MailFailure {
  kind: 'outage' | 'temporary' | 'permanent';
  /** Whether the failure is permanent because the address does not receive mail. */
  isBadAddress: boolean;
  /** Set for an outage that the server reported in its reply to one recipient. The server may still accept mails to others. */
  isReplyToRecipient?: true;
  /** One line, for the API and the log. */
  message: string;
}

/** The fields that nodemailer and the AWS SDK add to an error. */
interface SendingError {
  message?: unknown;
  response?: unknown;
  responseCode?: unknown;
  command?: unknown;
  name?: unknown;
  $metadata?: unknown;
}

/** In characters. */
const MAX_MESSAGE_LENGTH = 500;
/** RFC 5321, 3.8: the server closes the connection. */
const SERVICE_NOT_AVAILABLE = 421;
/** The SMTP commands that concern one recipient or one message. A failure of any other command is an outage. */
const COMMANDS_OF_A_MAIL: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA']);
/** Matches any status code of RFC 3463, but no part of an IP address. */
const ENHANCED_STATUS = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/;
/**
 * RFC 3463, 3.2 and 3.3: the status codes 5.1.x (address) and 5.2.x (mailbox) are about the recipient. Exceptions are 5.1.7 and 5.1.8
 * (the address of the sender) and 5.2.3 (the size of the mail).
 */
const ADDRESS_STATUS = /^5\.(?:1\.(?![78]$)|2\.(?!3$))/;
/** RFC 5321, 4.2.3: mailbox unavailable (550), user not local (551), mailbox name not allowed (553). */
const ADDRESS_CODES: ReadonlySet<number> = new Set([550, 551, 553]);

/** RFC 3463, 3.8: the status codes x.7.x are about security and policies. */
const POLICY_STATUS = /^[45]\.7\./;
/** RFC 4954, 6: the client has to sign in, or to encrypt the connection. */
const SIGN_IN_CODES: ReadonlySet<number> = new Set([530, 534, 535, 538]);
/**
 * Replies of common mail servers to a client that may not relay mails through the server, or has to sign in first. Such a server rejects
 * every recipient, or all except those of its own domains. "User unknown in relay recipient table" is no such reply.
 */
const CLIENT_REFUSALS: readonly RegExp[] = [
  /\brelay(?:ing)?(?: access| operation)?(?: is)? (?:denied|not|prohibited|forbidden|refused|rejected|disabled)\b/i,
  /\b(?:(?:unable|allowed|permitted|authorized|denied) to|cannot|can't|don't|not|no) relay\b/i,
  /\brcpthosts\b/i,
  /\b(?:must|please) (?:authenticate|log ?in)\b|\bauth(?:entication)?(?: is)? required\b|\bclient (?:was |is )?not authenticated\b/i,
];
/** Replies about a policy of the server, which do not mean that the address receives no mail. */
const POLICY_TEXT =
  /\b(?:policy|policies|access denied|blocked|block ?list(?:ed)?|black ?list(?:ed)?|spam|reputation)\b/i;

/** The errors of SES that are about one mail; see SendEmail in the reference of the SES API v2. */
const SES_MAIL_ERRORS: ReadonlySet<unknown> = new Set(['MessageRejected', 'BadRequestException']);

/** Classifies a failed attempt to send a mail, by the reply of the mail server (RFC 5321, 4.2.1; RFC 3463) or by the error of SES. */
export function mailFailureOf(error: unknown): MailFailure {
  const failure: SendingError = Object(error);
  const message = messageOf(failure);
  // Only errors of the AWS SDK have `$metadata`.
  if (failure.$metadata !== undefined) {
    return { kind: SES_MAIL_ERRORS.has(failure.name) ? 'permanent' : 'outage', isBadAddress: false, message };
  }
  const { responseCode: code, command } = failure;
  if (typeof code !== 'number' || code === SERVICE_NOT_AVAILABLE || !COMMANDS_OF_A_MAIL.has(command)) {
    return { kind: 'outage', isBadAddress: false, message };
  }
  if (command === 'RCPT TO' && isAboutClient(code, message)) {
    return { kind: 'outage', isBadAddress: false, isReplyToRecipient: true, message };
  }
  if (code < 500) return { kind: 'temporary', isBadAddress: false, message };
  return { kind: 'permanent', isBadAddress: isAboutAddress(code, command, message), message };
}

/**
 * Whether the server rejects the client, and not the address of the recipient: by one of {@link SIGN_IN_CODES}, or by a reply that
 * matches {@link CLIENT_REFUSALS}. A matching reply with a status code of RFC 3463 counts only if this code is about security.
 */
function isAboutClient(code: number, message: string): boolean {
  if (SIGN_IN_CODES.has(code)) return true;
  const [status] = ENHANCED_STATUS.exec(message) ?? [];
  return (
    (status === undefined || POLICY_STATUS.test(status)) && CLIENT_REFUSALS.some((refusal) => refusal.test(message))
  );
}

function isAboutAddress(code: number, command: unknown, message: string): boolean {
  const [status] = ENHANCED_STATUS.exec(message) ?? [];
  if (status !== undefined) return ADDRESS_STATUS.test(status);
  return command === 'RCPT TO' && ADDRESS_CODES.has(code) && !POLICY_TEXT.test(message);
}

function messageOf({ response, message }: SendingError): string {
  const text = [response, message].find((candidate) => typeof candidate === 'string') ?? 'Unknown error.';
  return text
    .replace(/[\u0000-\u001f\s]+/g, ' ')
    .trim()
    .slice(0, MAX_MESSAGE_LENGTH);
}
