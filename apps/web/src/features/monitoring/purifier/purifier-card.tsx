import type { PurifierState, PurifierView } from '@airdeck/contract/purifier/schema';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Icon } from '../../../ui/icon.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { WorkModeChip } from '../../../ui/work-mode-chip.tsx';
import styles from './purifier.module.css';
import { clockText, type FilterUse, filterUses } from './purifier-rules.ts';

/** One purifier as it last reported. */
export function PurifierCard({ purifier }: { purifier: PurifierView }) {
  const { t } = useTranslation();
  const { name, model, state, stale, collected_time } = purifier;
  return (
    <article className={styles.card} data-stale={(stale && state !== null) || undefined}>
      <header className={styles.head}>
        <div>
          <h2>{name}</h2>
          <p>{model ?? '–'}</p>
        </div>
        <ModeChip purifier={purifier} />
      </header>
      {state === null ? (
        <div className={styles.notYet}>
          <Icon name="offline" size={22} />
          <b>{t('monitoring.purifier.notYet')}</b>
          <span>{t('monitoring.purifier.notYetText')}</span>
        </div>
      ) : (
        <>
          {stale ? <p className={styles.staleNote}>{t('monitoring.purifier.stale')}</p> : null}
          <PurifierFacts state={state} />
          <FilterBars state={state} />
        </>
      )}
      {collected_time === null ? null : (
        <p className={styles.foot}>
          {t('monitoring.purifier.collected')} <RelativeTime time={collected_time} />
        </p>
      )}
    </article>
  );
}

/** The mode of a purifier's last report. Grey when it no longer reports. */
export function ModeChip({ purifier: { work_mode, stale } }: { purifier: PurifierView }) {
  const { t } = useTranslation();
  return <WorkModeChip mode={work_mode} silent={stale && work_mode !== null ? t('grade.none') : undefined} />;
}

type Word = 'ON' | 'OFF';
const onOff = (on: boolean): Word => (on ? 'ON' : 'OFF');

/** The fields of a purifier's last report. Fields that its device does not report are left out. */
function PurifierFacts({ state }: { state: PurifierState }) {
  const { t } = useTranslation();
  const { power, control, run, source, fan_speed, fan_direction, ventilation, uv, anion, light } = state;
  const facts = [
    ['power', power],
    ['run', run],
    ['control', control],
    ['source', source],
    ['fanSpeed', fan_speed],
    ['fanDirection', fan_direction],
    ['ventilation', ventilation],
    ['uv', uv === null ? null : onOff(uv)],
    ['anion', anion === null ? null : onOff(anion)],
    ['light', light === null ? null : onOff(light)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{t(`monitoring.purifier.${name}`)}</dt>
            <dd data-off={value === 'OFF' || undefined}>{t(`monitoring.purifier.value.${value}`)}</dd>
          </div>
        ),
      )}
      <Fans fans={state.fans} />
      <Reserved state={state} />
    </dl>
  );
}

function Fans({ fans }: Pick<PurifierState, 'fans'>) {
  const { t } = useTranslation();
  if (fans.length === 0) return null;
  return (
    <div>
      <dt>{t('monitoring.purifier.fans')}</dt>
      <dd className={styles.fans}>
        {fans.map((on, i) => {
          const word = t(`monitoring.purifier.value.${on ? 'WORK' : 'STOP'}`);
          const label = `${t('monitoring.purifier.fan', { number: i + 1 })}: ${word}`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: fans have no other name than their number
            <span key={i} role="img" aria-label={label} title={label} data-on={on || undefined}>
              {i + 1}
            </span>
          );
        })}
      </dd>
    </div>
  );
}

function Reserved({ state: { reserved_start, reserved_end } }: { state: PurifierState }) {
  const { t } = useTranslation();
  if (reserved_start === null && reserved_end === null) return null;
  const text = [reserved_start, reserved_end].map((time) => (time === null ? '' : clockText(time))).join(' – ');
  return (
    <div>
      <dt>{t('monitoring.purifier.reserved')}</dt>
      <dd className="num">{text}</dd>
    </div>
  );
}

const TONE: Record<FilterUse['level'], number> = { fine: 1, soon: 4, over: 5, unknown: 0 };

/** Use of each filter against the period of replacement. */
function FilterBars({ state }: { state: PurifierState }) {
  const { t } = useTranslation();
  const filters = filterUses(state);
  if (filters.length === 0) return null;
  return (
    <section className={styles.filters}>
      <h3>{t('monitoring.purifier.filters')}</h3>
      {filters.map((filter) => (
        <FilterBar key={filter.number} filter={filter} />
      ))}
    </section>
  );
}

function FilterBar({ filter: { number, use_h, period_h, share, level } }: { filter: FilterUse }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const hours = (value: number) => formatNumber(value, 0, language);
  const left = period_h === null ? 0 : period_h - use_h;
  return (
    <div className={styles.filter} data-tone={TONE[level]}>
      <div>
        <span>{t('monitoring.purifier.filter', { number })}</span>
        <b>
          {period_h === null
            ? t('monitoring.purifier.filterHours', { use: hours(use_h) })
            : t('monitoring.purifier.filterUse', { use: hours(use_h), period: hours(period_h) })}
        </b>
      </div>
      {share === null ? null : (
        <>
          <div className={styles.bar}>
            <i style={{ width: `${Math.min(100, share * 100)}%` }} />
          </div>
          <small>
            {level === 'over'
              ? t('monitoring.purifier.filterOver', { hours: hours(-left) })
              : t('monitoring.purifier.filterLeft', { hours: hours(left) })}
          </small>
        </>
      )}
    </div>
  );
}
