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

  /** Clients of Ghost 5 send this list instead of `subscribed`. An empty list unsubscribes; any other list subscribes. */
  @IsOptional()
  @IsArray()
  newsletters?: unknown[];
}
