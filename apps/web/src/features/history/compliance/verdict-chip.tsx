import type { Verdict } from '@airdeck/domain/limit/rule-counts';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import type { Tone } from '../../../ui/theme/tokens.ts';
import chip from '../../../ui/work-mode-chip.module.css';

const LOOK: Readonly<Record<Verdict, { icon: IconName; tone: Tone }>> = {
  MET: { icon: 'check', tone: 1 },
  EXCEEDED: { icon: 'warning', tone: 5 },
  NOT_ENOUGH_DATA: { icon: 'info', tone: 0 },
  NOT_APPLICABLE: { icon: 'minus', tone: 0 },
};

/** A verdict in colour, with an icon and a word. */
export function VerdictChip({ verdict }: { verdict: Verdict }) {
  const { t } = useTranslation();
  const { icon, tone } = LOOK[verdict];
  return (
    <span className={chip.chip} data-tone={tone}>
      <Icon name={icon} size={15} />
      {t(`compliance.verdicts.${verdict}`)}
    </span>
  );
}
