import type { Card, CardView } from '@airdeck/contract/monitoring/schema';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { formatIndex, formatReading } from '../../../lib/format/number.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeChip, GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { WithAlarmPill } from '../../../ui/severity/alarm-pill.tsx';
import { Sparkline } from '../../../ui/sparkline/sparkline.tsx';
import { Fact, FactEnd, Facts, Stat, WeeksRow } from '../../../ui/stat.tsx';
import { KIND_OF_VIEW, SCREEN_BELOW } from '../address/screen.ts';
import { PlaceLink } from '../shared/links.tsx';
import { PlaceNames } from '../shared/place-names.tsx';
import { riseOf, slotStart } from './card-rules.ts';
import styles from './cards.module.css';

/** Least range of the sparkline, index points: two grades of good air. */
const TREND_SPAN = 50;

interface PlaceCardProps {
  view: CardView;
  card: Card;
  /** Beginning of the trend's last ten minutes, ISO. */
  slot: string;
  /** Whether the places above it are named: not where the page is about one of them. */
  whole: boolean;
}

/** A card for a place: its grade, trend, worst meter and number of reporting meters. It opens what lies below. */
export const PlaceCard = memo(function PlaceCard({ view, card, slot, whole }: PlaceCardProps) {
  const language = useLanguage();
  const { t } = useTranslation();
  return (
    <WithAlarmPill kind={KIND_OF_VIEW[view]} id={card.id} name={card.name}>
      <PlaceLink screen={SCREEN_BELOW[KIND_OF_VIEW[view]]} id={card.id} className={styles.card}>
        <header className={styles.head}>
          <div>
            <h2>{card.name}</h2>
            <GradeChip rating={card.grade} />
          </div>
          <div>
            <PlaceLine view={view} card={card} whole={whole} />
            {view === 'meter' ? null : <BadMeters meters={card.meters} />}
          </div>
        </header>
        <div className={styles.now}>
          <Stat
            value={formatIndex(card.index, language)}
            caption={card.index === null ? t('monitoring.noIndex') : t('monitoring.index')}
            muted={card.index === null}
          />
          <Trend card={card} slot={slot} />
        </div>
        <Worst worst={card.worst} named={view !== 'meter'} />
        <WeeksRow weeks={card.weeks} />
        <Reporting view={view} card={card} />
      </PlaceLink>
    </WithAlarmPill>
  );
});

const ALARMING = ['VERY_BAD', 'BAD'] as const;

/** Numbers of bad and very bad meters, because a mean hides its worst meters. */
function BadMeters({ meters }: Pick<Card, 'meters'>) {
  const { t } = useTranslation();
  return (
    <p className={styles.bad}>
      {ALARMING.map((grade) =>
        meters[grade] === 0 ? null : (
          <span key={grade} data-tone={toneOf(grade)}>
            <GradeMark rating={grade} size={12} />
            {t(`grade.rating.${grade}`)} <b>{meters[grade]}</b>
          </span>
        ),
      )}
    </p>
  );
}

/** The places above it, and what lies below. */
function PlaceLine({ view, card, whole }: Omit<PlaceCardProps, 'slot'>) {
  const { t } = useTranslation();
  const { above, first_child, children } = card;
  const below =
    children > 1 ? t('monitoring.andMore', { first: first_child ?? '', count: children - 1 }) : (first_child ?? '');
  const own = view === 'meter' ? t('monitoring.sensors', { count: children }) : below;
  const names = whole && view === 'meter' ? above : [...(whole ? above : []), own];
  return <PlaceNames names={names.filter((name) => name !== '')} />;
}

function Trend({ card: { trend: slots, index, grade }, slot }: Pick<PlaceCardProps, 'card' | 'slot'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  // The last slot has only just begun, for some meters before others. The line ends at the current index instead.
  const trend = slots.length === 0 ? slots : [...slots.slice(0, -1), index];
  const rise = riseOf(trend);
  const clock = (slotsAgo: number) => formatDate(slotStart(slot, slotsAgo), 'hourMinute', { language });
  return (
    <div className={styles.trend}>
      <Sparkline
        values={trend}
        rating={grade}
        from={clock(Math.max(0, trend.length - 1))}
        to={t('monitoring.now')}
        minSpan={TREND_SPAN}
        note={
          rise === null ? null : (
            <span className={styles.rise} data-tone={toneOf(grade)}>
              {t('monitoring.rising', { from: clock(rise.slots), by: formatIndex(rise.by, language) })}
            </span>
          )
        }
      />
    </div>
  );
}

interface WorstProps {
  worst: Card['worst'];
  /** Whether the meter is named: a meter's own card has its name already. */
  named: boolean;
}

function Worst({ worst, named }: WorstProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (worst === null) return <p className={styles.worst}>{t('monitoring.noWorst')}</p>;
  const { meter_name, type, value, grade } = worst;
  const what = `${t(sensorNameKey(type))} ${formatReading(type, value, language)} ${SENSOR_TYPE_INFO[type].unit}`;
  return (
    <p className={styles.worst} title={named ? `${meter_name} · ${what}` : what}>
      <span>{named ? t('monitoring.worst') : t('monitoring.worstValue')}</span>
      <span className={styles.worstMark} data-tone={toneOf(grade)}>
        <GradeMark rating={grade} size={13} />
      </span>
      {named ? <b className={styles.worstPlace}>{meter_name}</b> : null}
      <b>{named ? `· ${what}` : what}</b>
    </p>
  );
}

function Reporting({ view, card: { meters, last_time } }: Pick<PlaceCardProps, 'view' | 'card'>) {
  const { t } = useTranslation();
  const silent = meters.total - meters.online;
  return (
    <Facts>
      {view === 'meter' ? (
        <span className={silent === 0 ? undefined : styles.silent}>
          {silent === 0 ? t('monitoring.online') : t('monitoring.silent')}
        </span>
      ) : (
        <>
          <Fact label={t('monitoring.meterCount')}>
            {meters.online} / {meters.total}
          </Fact>
          {silent === 0 ? null : <span className={styles.silent}>{t('monitoring.stale', { count: silent })}</span>}
        </>
      )}
      <FactEnd>{last_time === null ? t('monitoring.never') : <RelativeTime time={last_time} />}</FactEnd>
    </Facts>
  );
}
