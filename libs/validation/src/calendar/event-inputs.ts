import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsDefined,
  IsIn,
  IsInt,
  IsOptional,
  Min,
  ValidateNested,
} from 'class-validator';
import { IsLanguageTag } from './language-tag';
import { IsNonBlankText, IsText, LowerCase } from './text';

const MAX_TAGS = 50;
const MAX_LANGUAGES = 100;

/** Title and description of an event in one language. */
export class EventInformationDto {
  @IsLanguageTag()
  language: string;

  @IsNonBlankText(255)
  title: string;

  @IsOptional()
  @IsText(10_000)
  description?: string | null;
}

/** The location of an event. */
export class EventLocationDto {
  @IsOptional()
  @IsText(1_000)
  address?: string | null;

  @IsOptional()
  @IsText(1_000)
  name?: string | null;
}

/** The tags of an event. */
export class EventMetaDto {
  @IsArray()
  @ArrayMaxSize(MAX_TAGS, { message: `tags must have at most ${MAX_TAGS} entries` })
  @IsNonBlankText(64, { each: true, message: 'each tag must have 1 to 64 characters' })
  tags: string[];
}

const languageOf = (entry: unknown): unknown =>
  entry instanceof EventInformationDto && typeof entry.language === 'string' ? entry.language.toLowerCase() : entry;

/** The details of an event: all its properties except its time. Details that are absent or null are not changed. */
export class EventDetailsDto {
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1, { message: 'info must have an entry' })
  @ArrayMaxSize(MAX_LANGUAGES, { message: `info must have at most ${MAX_LANGUAGES} entries` })
  @ArrayUnique(languageOf, { message: 'info must have one entry per language' })
  @IsDefined({ each: true, message: 'info must not have empty entries' })
  @ValidateNested({ each: true })
  @Type(() => EventInformationDto)
  info?: EventInformationDto[] | null;

  @IsOptional()
  @ValidateNested()
  @Type(() => EventLocationDto)
  location?: EventLocationDto | null;

  @IsOptional()
  @ValidateNested()
  @Type(() => EventMetaDto)
  meta?: EventMetaDto | null;

  @IsOptional()
  @LowerCase()
  @IsIn(['confirmed', 'tentative', 'cancelled'], { message: 'status must be confirmed, tentative or cancelled' })
  status?: string | null;
}

/** The limit and the categories of a filter. `libs/recurrence` parses its instants and its time zone; `owner` is not validated. */
export class ListFilterDto {
  @IsOptional()
  @IsInt()
  @Min(1)
  limit?: number | null;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(50, { message: 'categories must have at most 50 entries' })
  categories?: (string | null)[] | null;
}
