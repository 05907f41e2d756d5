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
import { HandledBy } from '../shared/handled-by.tsx';
import { PlaceLink } from '../shared/links.tsx';
import styles from './attention.module.css';
import type { AttentionLine } from './attention-query.ts';

type Of<K extends AttentionLine['kind']> = Extract<AttentionLine, { kind: K }>;

/** The person who takes care of an item; filters and forecasts have none. */
export const handlingOf = (line: AttentionLine) =>
  line.kind === 'FILTER' || line.kind === 'FORECAST' ? null : line.handling;

/** One item that needs attention. The whole line is a link to its place. */
export function AttentionRow({ line }: { line: AttentionLine }) {
  const handling = handlingOf(line);
  return (
    <ItemLink line={line} className={styles.line}>
      <Mark line={line} />
      <span className={styles.name} title={[...line.above, line.name].join(' › ')}>
        <b>{line.name}</b> <small>{line.above.join(' › ')}</small>
      </span>{' '}
      <span className={styles.what}>
        <Value line={line} />
        {line.kind === 'FORECAST' ? ' ' : null}
        {line.kind === 'AIR' ? null : <State line={line} />}
      </span>{' '}
      <span className={styles.since}>
        {line.kind === 'AIR' ? <State line={line} /> : null}
        <When line={line} separated={line.kind === 'AIR'} />
      </span>{' '}
      <span className={styles.usual} data-handled={handling === null ? undefined : ''}>
        {handling === null ? <Besides line={line} /> : <HandledBy handling={handling} />}
      </span>
      <Icon name="chevronRight" size={16} />
    </ItemLink>
  );
}

interface ItemLinkProps {
  line: AttentionLine;
  className: string | undefined;
  title?: string;
  children: React.ReactNode;
}

/** A link to the place of an item; a gateway or local server has none but its alarm. */
export function ItemLink({ line, children, ...rest }: ItemLinkProps) {
  const props = { ...rest, 'data-kind': line.kind };
  if (line.kind === 'SILENT' && line.meter_id === null) {
    return (
      <Link to="/current/error/liveerror" search={() => ({ startTime: 'any', open: line.alarm_id })} {...props}>
        {children}
      </Link>
    );
  }
  const screen = line.kind === 'PURIFIER' || line.kind === 'FILTER' ? 'purifier' : 'sensor';
  return (
    <PlaceLink screen={screen} id={line.meter_id ?? 0} {...props}>
      {children}
    </PlaceLink>
  );
}

const ICON: Record<Exclude<AttentionLine['kind'], 'AIR'>, IconName> = {
  SILENT: 'offline',
  PURIFIER: 'warning',
  FILTER: 'calendar',
  FORECAST: 'pulse',
};

export function Mark({ line }: { line: AttentionLine }) {
  return (
    <span className={styles.mark} data-tone={line.kind === 'AIR' ? toneOf(line.grade) : undefined}>
      {line.kind === 'AIR' ? <GradeMark rating={line.grade} size={18} /> : <Icon name={ICON[line.kind]} size={18} />}
    </span>
  );
}

/** How bad it is, in a word. */
export function State({ line }: { line: AttentionLine }) {
  const { t } = useTranslation();
  switch (line.kind) {
    case 'AIR':
      return (
        <b className={styles.state} data-tone={toneOf(line.grade)}>
          {t(`grade.rating.${line.grade}`)}
        </b>
      );
    case 'SILENT':
      return (
        <span className={styles.state}>
          {t(`monitoring.attention.what.${line.what}`)} <b>{t('monitoring.attention.silent')}</b>
        </span>
      );
    case 'PURIFIER':
      return (
        <b className={styles.state} title={line.description}>
          {line.description}
        </b>
      );
    case 'FORECAST':
      return <b className={styles.state}>{t('monitoring.attention.soon')}</b>;
    case 'FILTER':
      return <b className={styles.state}>{t('monitoring.attention.filter', { number: line.number })}</b>;
  }
}

/** The worst value of bad air, or the present one of air that will become bad. */
export function Value({ line }: { line: AttentionLine }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (line.kind !== 'AIR' && line.kind !== 'FORECAST') return null;
  const { type, value } = line;
  return (
    <span>
      {t(sensorNameKey(type))} <b>{formatReading(type, value, language)}</b> {SENSOR_TYPE_INFO[type].unit}
    </span>
  );
}

/** Since when; of a filter, how long it still lasts. `separated`: after a word in the same line. */
export function When({ line, separated = false }: { line: AttentionLine; separated?: boolean }) {
  const { t } = useTranslation();
  const separator = separated ? t('common.separator') : null;
  switch (line.kind) {
    case 'AIR':
      if (line.better_since !== null)
        return (
          <>
            {separator}
            {t('monitoring.attention.better')} <SinceTime time={line.better_since} />
          </>
        );
      if (line.since === null) return null;
      return (
        <>
          {separator}
          <GradeSince since={line.since} />
        </>
      );
    case 'SILENT':
    case 'PURIFIER':
      return <SinceTime time={line.since} />;
    case 'FORECAST':
      return <Until line={line} />;
    case 'FILTER':
      return <FilterEnd line={line} />;
  }
}

/** When a forecast exceeds the limit. */
function Until({ line: { type, limit, minutes } }: { line: Of<'FORECAST'> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { unit } = SENSOR_TYPE_INFO[type];
  return t('monitoring.attention.until', { minutes, limit: formatReading(type, limit, language), unit });
}

function FilterEnd({ line: { days_left } }: { line: Of<'FILTER'> }) {
  const { t } = useTranslation();
  if (days_left === null || days_left <= 0) return t('monitoring.attention.ended');
  const days = Math.ceil(days_left);
  return days <= 1 ? t('monitoring.attention.endsToday') : t('monitoring.attention.ends', { count: days });
}

/** A comparison with the usual value, or what the silence hides. */
function Besides({ line }: { line: AttentionLine }) {
  const { t } = useTranslation();
  if (line.kind === 'AIR')
    return line.usual === null || line.better_since !== null ? null : <Usual usual={line.usual} />;
  if (line.kind !== 'SILENT' || line.below === 0) return null;
  return t('monitoring.attention.below', { count: line.below });
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
