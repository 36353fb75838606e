import { Alert, Button, MultiSelect, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { labelsQuery } from '../../members/members-queries.ts';
import type { DialogProps } from '../editor-props.ts';
import type { Post } from '../model/fields.ts';
import { MailPreview } from './mail-preview.tsx';
import { audienceOf, DESTINATIONS, filterOf, labelOptions, type Plan } from './newsletter-choice.ts';
import { mailServerQuery } from './newsletter-queries.ts';
import type { NewsletterState } from './use-newsletter.ts';

interface Props extends DialogProps {
  post: Post;
  newsletter: NewsletterState;
}

/** The fields for the destination of the post, and if it is mailed, for the mail and its recipients. */
export function NewsletterFields(props: Props) {
  const { choice, setChoice } = props.newsletter;
  const t = useTranslations('newsletter');
  return (
    <Stack gap="md">
      <Radio.Group
        label={t('where')}
        value={choice.destination}
        onChange={(value) => {
          const destination = DESTINATIONS.find((name) => name === value);
          if (destination) setChoice({ ...choice, destination });
        }}
      >
        <Stack gap="sm" mt="xs">
          {DESTINATIONS.map((value) => (
            <Radio key={value} value={value} label={t(`destination.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {choice.destination !== 'site' && <MailFields {...props} />}
    </Stack>
  );
}

function MailFields(props: Props) {
  const { post, snapshot, newsletter, user } = props;
  const { choice, setChoice } = newsletter;
  const t = useTranslations('newsletter');
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const mailServer = useQuery(mailServerQuery);
  return (
    <>
      {mailServer.data === false && (
        <Alert color="yellow" variant="light" title={t('noMailServer')}>
          <Text size="sm">{t('noMailServerText')}</Text>
        </Alert>
      )}
      <AudienceFields {...props} />
      <RecipientCount {...props} />
      <TextInput
        label={t('subject')}
        placeholder={snapshot.fields.title}
        value={choice.subject}
        onChange={(event) => setChoice({ ...choice, subject: event.currentTarget.value })}
        maxLength={300}
      />
      <Button variant="default" onClick={() => setPreviewOpen(true)} style={{ alignSelf: 'flex-start' }}>
        {t('previewAndTest')}
      </Button>
      <MailPreview
        opened={isPreviewOpen}
        post={post}
        subject={choice.subject}
        title={snapshot.fields.title}
        address={user.email ?? ''}
        onClose={() => setPreviewOpen(false)}
      />
    </>
  );
}

const PLANS: readonly Exclude<Plan, 'other'>[] = ['all', 'free', 'paid'];

function AudienceFields({ newsletter: { choice, setChoice }, permissions }: Props) {
  const t = useTranslations('newsletter');
  const labels = useQuery({ ...labelsQuery, enabled: permissions.seeMembers });
  const { plan, labels: chosen } = audienceOf(choice.filter);
  const basePlan = plan === 'other' ? 'all' : plan;
  const options = labelOptions(labels.data ?? [], chosen);
  // A filter that is not a plan, with or without labels, appears as the plan `other`. It stays until the user chooses another plan or a
  // label.
  const plans: readonly Plan[] = plan === 'other' ? [...PLANS, 'other'] : PLANS;
  const change = (next: Exclude<Plan, 'other'>, slugs: readonly string[]): void =>
    setChoice({ ...choice, filter: filterOf({ plan: next, labels: slugs }) });
  return (
    <>
      <Select
        label={t('audience')}
        data={plans.map((value) => ({ value, label: t(`plan.${value}`) }))}
        value={plan}
        onChange={(value) => {
          const next = PLANS.find((name) => name === value);
          if (next) change(next, chosen);
        }}
        allowDeselect={false}
      />
      {options.length > 0 && (
        <MultiSelect
          label={t('labels')}
          description={t('labelsHelp')}
          data={options}
          value={[...chosen]}
          onChange={(slugs) => change(basePlan, slugs)}
          searchable
        />
      )}
    </>
  );
}

/** The number of members who would get the mail now, or the error if it could not be counted. */
function RecipientCount({ newsletter }: Props) {
  const t = useTranslations('newsletter');
  const { count, error } = newsletter.recipients;
  return (
    <Text size="sm" role="status" mih="1.55em" {...(error !== null && { c: 'var(--mantine-color-error)' })}>
      {count !== undefined && t('recipients', { count })}
      {error !== null && t('notCounted', { reason: error.message })}
    </Text>
  );
}
