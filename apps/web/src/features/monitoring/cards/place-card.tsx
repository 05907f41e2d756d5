import type { Card } from '@airdeck/contract/monitoring/schema';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { formatIndex, formatReading } from '../../../lib/format/number.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { WithAlarmPill } from '../../../shared/alarm-pill/alarm-pill.tsx';
import { GradeChip, GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Sparkline } from '../../../ui/sparkline/sparkline.tsx';
import { Fact, FactEnd, Facts, Stat, WeeksRow } from '../../../ui/stat.tsx';
import { type CardsView, KIND_OF_VIEW, SCREEN_BELOW } from '../address/screen.ts';
import { GradeSince } from '../shared/grade-since.tsx';
import { HandledBy } from '../shared/handled-by.tsx';
import { InMaintenance } from '../shared/in-maintenance.tsx';
import { PlaceLink } from '../shared/links.tsx';
import { PlaceNames } from '../shared/place-names.tsx';
import { slotStart } from './card-rules.ts';
import styles from './cards.module.css';

/** Least range of the sparkline, index points: two grades of good air. */
const TREND_SPAN = 50;

interface PlaceCardProps {
  view: CardsView;
  card: Card;
  /** Beginning of the trend's last ten minutes, ISO. */
  slot: string;
  /** Whether the places above it are named: not where the page is about one of them. */
  whole: boolean;
}

/**
 * A card for a place: first its worst meter, which colours its edge, then the mean with its trend, and the number of
 * reporting meters. It links to the level below; the worst meter has a separate link.
 */
export const PlaceCard = memo(function PlaceCard({ view, card, slot, whole }: PlaceCardProps) {
  const language = useLanguage();
  const { t } = useTranslation();
  return (
    <WithAlarmPill
      kind={KIND_OF_VIEW[view]}
      id={card.id}
      name={card.name}
      beside={<Handled handling={card.handling} maintenance={card.maintenance} />}
    >
      <article className={styles.card} data-tone={toneOf(card.worst?.grade ?? null)}>
        <header className={styles.head}>
          <PlaceLink screen={SCREEN_BELOW[KIND_OF_VIEW[view]]} id={card.id} className={styles.open}>
            <h2 title={card.name}>{card.name}</h2>
          </PlaceLink>
          <div>
            <PlaceLine view={view} card={card} whole={whole} />
            {view === 'meter' ? null : <BadMeters meters={card.meters} />}
          </div>
        </header>
        <Worst worst={card.worst} named={view !== 'meter'} />
        <div className={styles.now}>
          <div>
            <Stat
              value={formatIndex(card.index, language)}
              caption={card.index === null ? t('monitoring.noIndex') : t('monitoring.index')}
              size="medium"
              muted={card.index === null}
            />
            <GradeChip rating={card.grade} reports={card.meters.online > 0} />
          </div>
          <Trend card={card} slot={slot} />
        </div>
        <WeeksRow weeks={card.weeks} until={card.weeks_until} />
        <Reporting view={view} card={card} />
      </article>
    </WithAlarmPill>
  );
});

function Handled({ handling, maintenance }: Pick<Card, 'handling' | 'maintenance'>) {
  if (handling === null && maintenance === null) return null;
  return (
    <div className={styles.handled}>
      <InMaintenance maintenance={maintenance} />
      <HandledBy handling={handling} short />
    </div>
  );
}

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
  // The last slot has just begun, at different times for different meters. The line ends at the current index instead.
  const trend = slots.length === 0 ? slots : [...slots.slice(0, -1), index];
  const clock = (slotsAgo: number) => formatDate(slotStart(slot, slotsAgo), 'hourMinute', { language });
  return (
    <div className={styles.trend}>
      <Sparkline
        values={trend}
        rating={grade}
        from={clock(Math.max(0, trend.length - 1))}
        to={t('monitoring.now')}
        minSpan={TREND_SPAN}
      />
    </div>
  );
}

interface WorstProps {
  worst: Card['worst'];
  /** Whether the meter is named: a meter's own card has its name already. */
  named: boolean;
}

/** The worst meter of a place and its value, and since when it has been so. Both lines are always there. */
function Worst({ worst, named }: WorstProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (worst === null) return <p className={styles.worst}>{t('monitoring.noWorst')}</p>;
  const { meter_id, meter_name, type, value, grade, since } = worst;
  const what = (
    <b className={styles.what}>
      {t(sensorNameKey(type))} {formatReading(type, value, language)} <small>{SENSOR_TYPE_INFO[type].unit}</small>
    </b>
  );
  return (
    <div className={styles.worst} data-tone={toneOf(grade)} data-grade={grade}>
      <GradeMark rating={grade} size={18} />
      <div>
        <p>
          <span className="sr">{named ? t('monitoring.worst') : t('monitoring.worstValue')}</span>
          {named ? (
            <PlaceLink screen="sensor" id={meter_id} className={styles.worstPlace} title={meter_name}>
              {meter_name}
            </PlaceLink>
          ) : null}
          {what}
        </p>
        <p>
          {t(`grade.rating.${grade}`)}
          {since === null ? null : (
            <>
              {t('common.separator')}
              <GradeSince since={since} />
            </>
          )}
        </p>
      </div>
    </div>
  );
}

function Reporting({ view, card: { meters, last_time } }: Pick<PlaceCardProps, 'view' | 'card'>) {
  const { t } = useTranslation();
  return (
    <Facts>
      {view === 'meter' ? (
        <MeterState meters={meters} />
      ) : (
        <>
          <Fact label={t('monitoring.meterCount')}>
            {meters.online} / {meters.total}
          </Fact>
          {meters.stale === 0 ? null : (
            <span className={styles.silent}>{t('monitoring.stale', { count: meters.stale })}</span>
          )}
          {meters.never === 0 ? null : <span>{t('monitoring.neverHeard', { count: meters.never })}</span>}
        </>
      )}
      {last_time !== null ? (
        <FactEnd>
          <RelativeTime time={last_time} />
        </FactEnd>
      ) : view === 'meter' || meters.never === 0 ? (
        <FactEnd>{t('monitoring.never')}</FactEnd>
      ) : null}
    </Facts>
  );
}

/** Reporting or silent. A meter that never reported has that said instead of a time. */
function MeterState({ meters }: Pick<Card, 'meters'>) {
  const { t } = useTranslation();
  if (meters.online > 0) return <span>{t('monitoring.online')}</span>;
  return meters.stale > 0 ? <span className={styles.silent}>{t('monitoring.silent')}</span> : null;
}
