import { IsArray, IsBoolean, IsOptional, IsString, MaxLength, ValidateIf } from 'class-validator';

/** The fields that a signed-in member may change. */
export class MemberPreferencesDto {
  @IsOptional()
  @IsBoolean()
  subscribed?: boolean;

  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsString()
  @MaxLength(191)
  name?: string | null;

  /** As clients of Ghost 5 send it: an empty list unsubscribes. */
  @IsOptional()
  @IsArray()
  newsletters?: unknown[];
}
