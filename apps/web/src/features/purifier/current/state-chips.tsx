import type { CurrentPurifiers } from '@airdeck/contract/purifier/current';
import type { Controller } from '@airdeck/domain/control/controller';
import type { Activity } from '@airdeck/domain/purifier-state';
import { useTranslation } from 'react-i18next';
import type { ChangeCurrentSearch, CurrentSearch } from '../model/search.ts';
import styles from './current.module.css';

/** In order of urgency. */
const ACTIVITIES: readonly Activity[] = ['TROUBLE', 'SILENT', 'BLOWING', 'IDLE', 'OFF'];
const CONTROLLERS: readonly Controller[] = ['AUTO_MODE', 'DEVICE', 'TIMETABLE', 'PERSON', 'ON_SITE', 'UNKNOWN'];

interface StateChipsProps {
  counts: Pick<CurrentPurifiers, 'activities' | 'controllers'>;
  search: CurrentSearch;
  change: ChangeCurrentSearch;
}

/** How many purifiers do what, and how many are controlled by what: each row adds up to all. One press filters. */
export function StateChips({ counts: { activities, controllers }, search, change }: StateChipsProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.rows}>
      <ChipRow
        label={t('purifier.activity.label')}
        values={ACTIVITIES}
        counts={activities}
        chosen={search.state}
        nameOf={(value) => t(`purifier.activity.${value}`)}
        isBad={(value) => value === 'TROUBLE'}
        onChoose={(state) => change({ state, page: undefined })}
      />
      <ChipRow
        label={t('purifier.controller.label')}
        values={CONTROLLERS}
        counts={controllers}
        chosen={search.by}
        nameOf={(value) => t(`purifier.controller.${value}`)}
        onChoose={(by) => change({ by, page: undefined })}
      />
    </div>
  );
}

interface ChipRowProps<Value extends string> {
  label: string;
  values: readonly Value[];
  counts: Readonly<Record<Value, number>>;
  chosen: Value | undefined;
  nameOf: (value: Value) => string;
  /** Always shown, and red if there is one. */
  isBad?: (value: Value) => boolean;
  onChoose: (value: Value | undefined) => void;
}

function ChipRow<Value extends string>(props: ChipRowProps<Value>) {
  const { label, values, counts, chosen, nameOf, isBad = () => false, onChoose } = props;
  const { t } = useTranslation();
  const total = values.reduce((sum, value) => sum + counts[value], 0);
  return (
    <fieldset className={styles.modes}>
      <legend className="sr">{label}</legend>
      <span aria-hidden="true">{label}</span>
      <div>
        <button type="button" aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
          {t('purifier.activity.all')} <b className="num">{total}</b>
        </button>
        {values
          .filter((value) => isBad(value) || counts[value] > 0 || value === chosen)
          .map((value) => (
            <button
              key={value}
              type="button"
              aria-pressed={chosen === value}
              data-tone={isBad(value) && counts[value] > 0 ? 5 : undefined}
              onClick={() => onChoose(chosen === value ? undefined : value)}
            >
              {nameOf(value)} <b className="num">{counts[value]}</b>
            </button>
          ))}
      </div>
    </fieldset>
  );
}
