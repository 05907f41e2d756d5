import type { PurifierView } from '@airdeck/contract/purifier/schema';
import { useTranslation } from 'react-i18next';
import { WorkModeChip } from '../../../ui/work-mode-chip.tsx';

/** What a purifier does, as it last reported. Grey when it no longer reports. */
export function ModeChip({ purifier: { work_mode, stale } }: { purifier: PurifierView }) {
  const { t } = useTranslation();
  return <WorkModeChip mode={work_mode} silent={stale && work_mode !== null ? t('grade.none') : undefined} />;
}
