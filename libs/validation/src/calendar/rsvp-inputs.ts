import { IsBoolean, IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { IsMailAddress, MAX_ADDRESS_LENGTH, TrimAddress } from '../mail-address';
import { IsNonBlankText, IsText, Trim } from './text';

const EMAIL_MESSAGE = { message: 'email must be an e-mail address' };
const MAX_CAPACITY = 1_000_000;
const MAX_PARTY_SIZE = 100;
const MAX_NAME_LENGTH = 191;

const rsvpReplies = ['YES', 'NO', 'MAYBE'] as const;
export type RsvpReply = (typeof rsvpReplies)[number];

/**
 * The settings in the input of the mutation `setRsvp`. Settings that are absent or null are not changed. The resolver handles `unlimited`,
 * which removes the capacity.
 */
export class SetRsvpDto {
  @IsOptional()
  @IsBoolean()
  isOpen?: boolean | null;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_CAPACITY)
  capacity?: number | null;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_PARTY_SIZE)
  maxPartySize?: number | null;

  @IsOptional()
  @IsBoolean()
  hasWaitingList?: boolean | null;
}

/** The answer of a guest to an occurrence. */
export class RsvpReplyDto {
  @IsIn(rsvpReplies, { message: `answer must be one of ${rsvpReplies.join(', ')}` })
  answer: RsvpReply;

  /** The number of places; 1 if absent or null. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_PARTY_SIZE)
  partySize?: number | null;
}

/** The guest who gets a mail with the link to their answer. */
export class RsvpGuestDto {
  @TrimAddress()
  @IsMailAddress(EMAIL_MESSAGE)
  @IsText(MAX_ADDRESS_LENGTH, EMAIL_MESSAGE)
  email: string;

  @Trim()
  @Matches(/^\P{Control}*$/u, { message: 'name must not have control characters such as line breaks' })
  @IsNonBlankText(MAX_NAME_LENGTH)
  name: string;
}
