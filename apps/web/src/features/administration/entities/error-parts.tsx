import type { MasterError, OrganizationError } from '@airdeck/contract/standard/schema';
import Alert from '@mui/material/Alert';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../../ui/tag.tsx';
import type { PanelProps } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';

export const isBuiltIn = (item: MasterError): boolean => item.built_in === 'Y';

/**
 * Whether an organization has alarms of an error: if the master disables it, the organization's own switch has no
 * effect.
 */
export function ErrorUseCell({ item }: { item: OrganizationError }) {
  const { t } = useTranslation();
  const texts = useTexts();
  if (item.master_use === 'Y') return texts.choice('use', item.use);
  return (
    <>
      {texts.choice('use', 'N')} <Tag>{t('admin.errorCode.master')}</Tag>
    </>
  );
}

/** Why a built-in error has no button to delete it, and what becomes of open alarms when an error is put out of use. */
export function ErrorNotes({ form, item }: PanelProps<MasterError>) {
  const { t } = useTranslation();
  const use = useWatch({ control: form.control, name: 'use' });
  if (item === null) return null;
  const open = item.open_alarm_count;
  const isEnding = item.use === 'Y' && use === 'N';
  return (
    <>
      {isBuiltIn(item) ? <Alert severity="info">{t('admin.errorCode.builtIn')}</Alert> : null}
      {isEnding ? (
        <Alert severity="warning">
          {t('admin.errorCode.ending')} {open === 0 ? null : t('admin.errorCode.endingOpen', { count: open })}
        </Alert>
      ) : null}
    </>
  );
}
