import { Accordion, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { ImageField } from '../image-field.tsx';
import classes from './metadata.module.css';
import type { CardFields, CardName, CardPart, PageDefaults, SearchFields } from './metadata.ts';
import { TextField } from './text-field.tsx';

interface Props {
  name: CardName;
  fields: CardFields & SearchFields;
  /** The values that networks show if `fields` are empty. */
  page: PageDefaults;
  onChange: (fields: Partial<CardFields>) => void;
}

/** The fields of the card that a social network shows for a link to the page: image, title and description, with a preview. */
export function CardSection({ name, fields, page, onChange }: Props) {
  const t = useTranslations('metadata');
  const network = t(`network.${name}`);
  const value = (part: CardPart): string | null => fields[`${name}_${part}`];
  const change = (part: CardPart) => (next: string | null) => onChange({ [`${name}_${part}`]: next });
  const title = fields.meta_title ?? page.title;
  const text = fields.meta_description ?? page.text;
  const image = value('image') ?? page.image;
  return (
    <Accordion.Item value={name}>
      <Accordion.Control>{network}</Accordion.Control>
      <Accordion.Panel>
        <Stack gap="md">
          <ImageField label={t('cardImage')} value={value('image')} isImageShown={false} onChange={change('image')} />
          <TextField
            label={t('cardTitle')}
            value={value('title')}
            placeholder={title}
            maxLength={300}
            onChange={change('title')}
          />
          <TextField
            label={t('cardDescription')}
            value={value('description')}
            placeholder={text}
            rows={2}
            maxLength={500}
            onChange={change('description')}
          />
          <div className={classes['card']} role="img" aria-label={t('cardPreview', { network })}>
            {image && <img src={image} alt="" />}
            <div>
              <Text size="xs">{hostOf(page.url)}</Text>
              <Text fw={650} lineClamp={2}>
                {value('title') ?? title}
              </Text>
              <Text size="sm" lineClamp={2}>
                {value('description') ?? text}
              </Text>
            </div>
          </div>
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

const hostOf = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/.*$/, '');
