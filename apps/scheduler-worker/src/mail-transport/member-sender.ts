import { readMemberSubscriptionSettings } from '@almanac/publishing';
import { isSenderAddress } from '@almanac/validation';
import parseAddresses from 'nodemailer/lib/addressparser';
import { domainToASCII } from 'node:url';
import type { EntityManager } from 'typeorm';

interface Address {
  name: string;
  address: string;
}

/** The sender of a mail, as properties of nodemailer's message. */
export interface MailSender {
  from: string | Address;
  replyTo?: Address;
}

/**
 * Reads the sender of mails to members: `MAIL_FROM`, changed by `fromAddress` in
 * the setting `members_subscription_settings` as {@link memberSender} describes.
 * @param mailFrom the value of `MAIL_FROM`: an address, with or without a name
 */
export async function readMemberSender(manager: EntityManager, mailFrom: string): Promise<MailSender> {
  const { fromAddress } = await readMemberSubscriptionSettings(manager);
  return memberSender(mailFrom, fromAddress);
}

/**
 * The sender of mails to members. If `fromAddress` is in the domain of `MAIL_FROM`, it replaces the
 * address in `MAIL_FROM`; the name in `MAIL_FROM` stays. An address in another domain only receives
 * the replies, because the mail server may not be authorized to send for that domain (SPF, DMARC).
 * @param fromAddress the stored setting; a value that is not an address has no effect
 */
export function memberSender(mailFrom: string, fromAddress: unknown): MailSender {
  if (!isSenderAddress(fromAddress)) return { from: mailFrom };
  const [own] = parseAddresses(mailFrom, { flatten: true });
  // `fromAddress` is passed as an object, because nodemailer would parse a string as a list of addresses.
  if (!own || domainOf(own.address) !== domainOf(fromAddress)) {
    return { from: mailFrom, replyTo: { name: '', address: fromAddress } };
  }
  return { from: { name: own.name, address: fromAddress } };
}

/** The domain of an address in lower case; an internationalized domain in its ASCII form. */
function domainOf(address: string): string {
  return domainToASCII(address.slice(address.lastIndexOf('@') + 1));
}
