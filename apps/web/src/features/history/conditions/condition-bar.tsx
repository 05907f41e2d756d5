import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslation } from 'react-i18next';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { PHONE } from '../../../ui/theme/tokens.ts';
import { pathTextOf, useDayRangeText, useStepText, useSubjectText } from '../model/request-text.ts';
import { ALL } from '../model/search.ts';
import { typesOf } from '../model/selection.ts';
import type { History } from '../model/use-history.ts';
import styles from './condition-bar.module.css';
import { MoveButton } from './move-button.tsx';
import { hasLevels, hasTypes, StepBar } from './view-bar.tsx';

/** The part of the panel that a chip opens. */
export type Part = 'all' | 'place' | 'period' | 'level' | 'type';

interface ConditionBarProps {
  history: History;
  onOpen: (part: Part) => void;
}

/** All conditions in one line: what is shown, of which days, in which steps. Each opens its part of the panel. */
export function ConditionBar({ history, onOpen }: ConditionBarProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery(PHONE);
  const subject = useSubjectText(history);
  const stepText = useStepText(history);
  const { covered, search, level } = history;
  const path = search.meter === ALL ? '' : pathTextOf(covered);
  const small = phone ? stepText : path;
  const edit = t('history.choose.edit');
  return (
    <section className={styles.bar} aria-label={t('history.choose.conditions')}>
      <Chip part="place" icon="places" label={t('history.choose.label')} onOpen={onOpen}>
        <b>{subject}</b> {small === '' ? null : <small>{small}</small>}
      </Chip>
      {phone ? null : (
        <>
          {hasLevels(history) ? (
            <Chip part="level" label={t('history.level.label')} onOpen={onOpen}>
              {t(`history.level.${level ?? 'meter'}`)}
            </Chip>
          ) : null}
          {hasTypes(history) ? <TypeChip history={history} onOpen={onOpen} /> : null}
        </>
      )}
      <span className={styles.days}>
        <MoveButton history={history} by={-1} />
        <PeriodChip history={history} onOpen={onOpen} />
        <MoveButton history={history} by={1} />
      </span>
      {phone ? null : <StepBar history={history} />}
      <Button
        variant="outlined"
        className={styles.edit ?? ''}
        data-opens="all"
        aria-expanded={false}
        {...(phone ? { 'aria-label': edit } : {})}
        onClick={() => onOpen('all')}
        startIcon={phone ? undefined : <Icon name="sliders" size={18} />}
      >
        {phone ? <Icon name="sliders" size={20} /> : edit}
      </Button>
    </section>
  );
}

interface ChipProps {
  part: Part;
  icon?: IconName;
  /** Name of the condition, for screen readers. */
  label: string;
  onOpen: (part: Part) => void;
  children: React.ReactNode;
}

function Chip({ part, icon, label, onOpen, children }: ChipProps) {
  return (
    <button type="button" className={styles.chip} data-opens={part} aria-expanded={false} onClick={() => onOpen(part)}>
      {icon === undefined ? null : <Icon name={icon} size={18} />}
      <span className="sr">{label}:</span> <span className={styles.text}>{children}</span>
      <Icon name="chevronDown" size={14} />
    </button>
  );
}

interface PartChipProps {
  history: History;
  onOpen: (part: Part) => void;
}

function PeriodChip({ history: { search, range }, onOpen }: PartChipProps) {
  const { t } = useTranslation();
  const days = useDayRangeText(range);
  const { period = 'today' } = search;
  return (
    <Chip part="period" label={t('history.period.label')} onOpen={onOpen}>
      {period === 'free' ? null : <small>{t(`history.period.${period}`)}</small>} <b>{days}</b>
    </Chip>
  );
}

/** The types that are listed; all when none is chosen. */
function TypeChip({ history: { covered, search }, onOpen }: PartChipProps) {
  const { t } = useTranslation();
  const [first, ...more] = typesOf(covered).filter((type) => search.type?.includes(type));
  const name = first === undefined ? t('history.everyType') : t(sensorNameKey(first));
  return (
    <Chip part="type" label={t('history.type')} onOpen={onOpen}>
      {more.length === 0 ? name : t('history.place.and', { first: name, count: more.length })}
    </Chip>
  );
}
