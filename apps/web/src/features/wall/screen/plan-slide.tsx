import type { WallPlan, WallRoom } from '@airdeck/contract/wall-display/wall';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { useTranslation } from 'react-i18next';
import { formatReading } from '../../../lib/format/number.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import { usePlanImage } from '../model/use-plan-image.ts';
import styles from './plan-slide.module.css';
import { type SlideProps, Worst } from './slide.tsx';
import wall from './wall.module.css';

interface PlanSlideProps extends Omit<SlideProps, 'place'> {
  plan: WallPlan;
  token: string;
}

/** More pins hide each other with their names; many more also with their values. */
const MAX_NAMES = 16;
const MAX_VALUES = 40;

/** A floor with the air of its meters where they are, and the worst of them in large type. */
export function PlanSlide({ plan, token, now, timeZone, isOld }: PlanSlideProps) {
  const { t } = useTranslation();
  const image = usePlanImage(token, plan);
  const rooms = new Map(plan.rooms.map((room) => [room.id, room]));
  const count = plan.pins.length;
  const detail = count > MAX_VALUES ? 'mark' : count > MAX_NAMES ? 'value' : 'name';
  const ratio = { '--ratio': plan.width / plan.height } as React.CSSProperties;
  return (
    <div className={`${wall.slide} ${styles.slide}`}>
      <div className={styles.floor}>
        {typeof image === 'string' ? (
          <div className={styles.picture} style={ratio} data-detail={detail}>
            <img src={image} alt={plan.name} />
            <ul aria-label={t('wall.rooms')}>
              {plan.pins.map(({ meter_id: id, x, y }) => {
                const room = rooms.get(id);
                const at = { left: `${x * 100}%`, top: `${y * 100}%` };
                return room === undefined ? null : <Pin key={id} room={room} at={at} isOld={isOld} />;
              })}
            </ul>
          </div>
        ) : (
          <p className={wall.empty}>{t(image === null ? 'wall.planLoading' : 'wall.planFailed')}</p>
        )}
      </div>
      <Worst place={plan} now={now} timeZone={timeZone} isOld={isOld} />
    </div>
  );
}

function Pin({ room, at, isOld }: { room: WallRoom; at: React.CSSProperties; isOld: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isGone = room.stale || isOld;
  const grade = isGone ? null : room.grade;
  const word = grade === null ? t(isGone ? 'grade.none' : 'grade.ungraded') : t(`grade.rating.${grade}`);
  const [value] = isGone ? [] : room.values;
  const text = value === undefined ? word : formatReading(value.type, value.value, language);
  const type = value === undefined ? '' : t(sensorNameKey(value.type));
  const unit = value === undefined ? '' : SENSOR_TYPE_INFO[value.type].unit;
  return (
    <li className={styles.pin} style={at} data-tone={toneOf(grade)}>
      <span className={`${styles.mark} num`} role="img" aria-label={[room.name, word, type, text, unit].join(' ')}>
        <GradeMark rating={grade} size={30} />
        <span className={styles.value}>
          {type === '' ? null : <small>{type} </small>}
          {text}
        </span>
      </span>
      <span className={styles.name} aria-hidden="true">
        {room.name}
      </span>
    </li>
  );
}
