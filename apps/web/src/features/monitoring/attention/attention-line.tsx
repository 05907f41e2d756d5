import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatReading } from '../../../lib/format/number.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { GradeSince, SinceTime } from '../shared/grade-since.tsx';
import { PlaceLink } from '../shared/links.tsx';
import styles from './attention.module.css';
import type { AttentionLine } from './attention-query.ts';

type Of<K extends AttentionLine['kind']> = Extract<AttentionLine, { kind: K }>;

/** One item that needs attention. The whole line is a link to its place. */
export function AttentionRow({ line }: { line: AttentionLine }) {
  const content = (
    <>
      <Mark line={line} />
      <span className={styles.name} title={[...line.above, line.name].join(' › ')}>
        <b>{line.name}</b>
        <small>{line.above.join(' › ')}</small>
      </span>
      <Facts line={line} />
      <Icon name="chevronRight" size={16} />
    </>
  );
  const props = { className: styles.line, 'data-kind': line.kind };
  if (line.kind === 'SILENT' && line.meter_id === null) {
    return (
      <Link to="/current/error/liveerror" search={() => ({ startTime: 'any', open: line.alarm_id })} {...props}>
        {content}
      </Link>
    );
  }
  const screen = line.kind === 'PURIFIER' || line.kind === 'FILTER' ? 'purifier' : 'sensor';
  return (
    <PlaceLink screen={screen} id={line.meter_id ?? 0} {...props}>
      {content}
    </PlaceLink>
  );
}

const ICON: Record<Exclude<AttentionLine['kind'], 'AIR'>, IconName> = {
  SILENT: 'offline',
  PURIFIER: 'warning',
  FILTER: 'calendar',
};

function Mark({ line }: { line: AttentionLine }) {
  return (
    <span className={styles.mark} data-tone={line.kind === 'AIR' ? toneOf(line.grade) : undefined}>
      {line.kind === 'AIR' ? <GradeMark rating={line.grade} size={18} /> : <Icon name={ICON[line.kind]} size={18} />}
    </span>
  );
}

/** The problem, since when, and a comparison with the usual value. */
function Facts({ line }: { line: AttentionLine }) {
  switch (line.kind) {
    case 'AIR':
      return <AirFacts line={line} />;
    case 'SILENT':
      return <SilentFacts line={line} />;
    case 'PURIFIER':
      return (
        <>
          <span className={styles.what} title={line.description}>
            <b>{line.description}</b>
          </span>
          <span className={styles.since}>
            <SinceTime time={line.since} />
          </span>
          <span className={styles.usual} />
        </>
      );
    case 'FILTER':
      return <FilterFacts line={line} />;
  }
}

function AirFacts({ line: { type, value, grade, since, usual } }: { line: Of<'AIR'> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <span className={styles.what}>
        {t(sensorNameKey(type))} <b>{formatReading(type, value, language)}</b> {SENSOR_TYPE_INFO[type].unit}
      </span>
      <span className={styles.since}>
        <b data-tone={toneOf(grade)}>{t(`grade.rating.${grade}`)}</b>
        {since === null ? null : (
          <>
            {t('common.separator')}
            <GradeSince since={since} />
          </>
        )}
      </span>
      <span className={styles.usual}>{usual === null ? null : <Usual usual={usual} />}</span>
    </>
  );
}

/** Ratios: below the first nothing is shown; up to the second the air is as usual. */
const SAME_FROM = 0.7;
const MORE_FROM = 1.5;
/** From here on a decimal is meaningless. */
const WHOLE_FROM = 10;

function Usual({ usual: { times, day } }: { usual: NonNullable<Of<'AIR'>['usual']> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (times < SAME_FROM) return null;
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(day));
  if (times < MORE_FROM) return t('monitoring.attention.same', { weekday });
  const shown = formatNumber(times, times < WHOLE_FROM ? 1 : 0, language);
  return t('monitoring.attention.usual', { weekday, times: shown });
}

function SilentFacts({ line: { what, since, below } }: { line: Of<'SILENT'> }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={styles.what}>
        {t(`monitoring.attention.what.${what}`)} <b>{t('monitoring.attention.silent')}</b>
      </span>
      <span className={styles.since}>
        <SinceTime time={since} />
      </span>
      <span className={styles.usual}>{below === 0 ? null : t('monitoring.attention.below', { count: below })}</span>
    </>
  );
}

function FilterFacts({ line: { number, days_left } }: { line: Of<'FILTER'> }) {
  const { t } = useTranslation();
  const days = days_left === null ? -1 : Math.ceil(days_left);
  const ends =
    days < 0 || days_left === null || days_left <= 0
      ? t('monitoring.attention.ended')
      : days <= 1
        ? t('monitoring.attention.endsToday')
        : t('monitoring.attention.ends', { count: days });
  return (
    <>
      <span className={styles.what}>
        <b>{t('monitoring.attention.filter', { number })}</b>
      </span>
      <span className={styles.since}>{ends}</span>
      <span className={styles.usual} />
    </>
  );
}
