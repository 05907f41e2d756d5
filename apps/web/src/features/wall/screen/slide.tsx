import type { WallPlace, WallRoom, WallValue } from '@airdeck/contract/wall-display/wall';
import { SENSOR_TYPE_INFO, WALL_ORDER } from '@airdeck/domain/sensor-type';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatDate } from '../../../lib/format/date.ts';
import { formatIndex, formatReading } from '../../../lib/format/number.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import styles from './wall.module.css';

export interface SlideProps {
  place: WallPlace;
  /** The server's clock, epoch ms. */
  now: number;
  timeZone: string;
  /** Whether nothing here is current, because the connection is lost. */
  isOld: boolean;
}

/** Number of values that fit beside a room and can be read from afar. */
const MAX_VALUES = 4;

/** One page of a place: the worst of it in large type, and some of its rooms. */
export function WallSlide({ place, rooms, now, timeZone, isOld }: SlideProps & { rooms: readonly WallRoom[] }) {
  return (
    <div className={styles.slide}>
      <Worst place={place} now={now} timeZone={timeZone} isOld={isOld} />
      <Rooms rooms={rooms} now={now} timeZone={timeZone} isOld={isOld} />
    </div>
  );
}

/** Text for a meter that never measured, or since when one is silent. */
function useSilence({ now, timeZone }: Pick<SlideProps, 'now' | 'timeZone'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (lastTime: string | null): string => {
    if (lastTime === null) return t('wall.neverReceived');
    const isToday =
      formatDate(lastTime, 'date', { language, timeZone }) === formatDate(now, 'date', { language, timeZone });
    return t('wall.silentSince', {
      time: formatDate(lastTime, isToday ? 'hourMinute' : 'minute', { language, timeZone }),
    });
  };
}

export function Worst({ place, now, timeZone, isOld }: SlideProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const silence = useSilence({ now, timeZone });
  const worst = place.rooms.find((room) => room.grade !== null) ?? null;
  const grade = isOld ? null : (worst?.grade ?? null);
  const decisive = worst?.values.find(({ type }) => type === worst.type);
  const { online, total } = place.meters;
  return (
    <section className={styles.worst} data-tone={toneOf(grade)} aria-label={t('wall.worst')}>
      <p className={styles.caption}>{t('wall.worst')}</p>
      <div className={styles.grade}>
        <GradeMark rating={grade} size={120} />
        <strong>
          {grade === null ? t(online > 0 && !isOld ? 'grade.ungraded' : 'grade.none') : t(`grade.rating.${grade}`)}
        </strong>
      </div>
      {worst === null ? (
        <p className={styles.where}>{online > 0 ? t('grade.ungraded') : silence(place.last_time)}</p>
      ) : (
        <>
          <p className={styles.where}>{worst.name}</p>
          {decisive === undefined ? null : <BigValue value={decisive} />}
        </>
      )}
      <ul className={styles.facts}>
        <li>{t('wall.mean', { index: formatIndex(isOld ? null : place.index, language) })}</li>
        <li>{t('wall.allOf', { online: isOld ? 0 : online, total })}</li>
        <li>
          {place.last_time === null
            ? t('wall.neverReceived')
            : t('wall.received', { ago: formatAgo(Date.parse(place.last_time), now, language) })}
        </li>
      </ul>
    </section>
  );
}

function BigValue({ value: { type, value } }: { value: WallValue }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <p className={`${styles.big} num`}>
      <span>{t(sensorNameKey(type))}</span>
      <strong>{formatReading(type, value, language)}</strong>
      <small>{SENSOR_TYPE_INFO[type].unit}</small>
    </p>
  );
}

function Rooms({ rooms, now, timeZone, isOld }: Omit<SlideProps, 'place'> & { rooms: readonly WallRoom[] }) {
  const { t } = useTranslation();
  return (
    <ol className={styles.rooms} aria-label={t('wall.rooms')}>
      {rooms.map((room) => (
        <RoomRow key={room.id} room={room} now={now} timeZone={timeZone} isOld={isOld} />
      ))}
    </ol>
  );
}

/** The deciding value comes first, then the others by importance to people. */
const shownValues = ({ values, type: decisive }: WallRoom): WallValue[] => {
  const rankOf = ({ type }: WallValue): number => (type === decisive ? -1 : WALL_ORDER[type]);
  return values.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, MAX_VALUES);
};

function RoomRow({ room, now, timeZone, isOld }: Omit<SlideProps, 'place'> & { room: WallRoom }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const silence = useSilence({ now, timeZone });
  const grade = isOld || room.stale ? null : room.grade;
  return (
    <li className={styles.room} data-tone={toneOf(grade)}>
      <span className={styles.mark}>
        <GradeMark rating={grade} size={44} />
        {grade === null ? t(room.stale || isOld ? 'grade.none' : 'grade.ungraded') : t(`grade.rating.${grade}`)}
      </span>
      <span className={styles.about}>
        <strong>{room.name}</strong>
        {room.stale ? (
          <span className={styles.silent}>{silence(room.last_time)}</span>
        ) : (
          <span className={`${styles.values} num`}>
            {shownValues(room).map(({ type, value }) => (
              <span key={type}>
                <small>{t(sensorNameKey(type))}</small> {formatReading(type, value, language)}
                <small> {SENSOR_TYPE_INFO[type].unit}</small>
              </span>
            ))}
          </span>
        )}
      </span>
    </li>
  );
}
