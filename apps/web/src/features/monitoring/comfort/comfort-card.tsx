import type { SensorCard } from '@airdeck/contract/monitoring/schema';
import { localDay } from '@airdeck/domain/calendar';
import { ASSUMED, roomComfort, SEASON_CLO, seasonOf, voteOf } from '@airdeck/domain/insight/comfort';
import { dewPoint } from '@airdeck/domain/insight/moisture';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Card, CardHeader } from '../../../ui/card/card.tsx';
import { Stat } from '../../../ui/stat.tsx';
import styles from './comfort.module.css';
import { WallMoisture } from './wall-moisture.tsx';

/** The present value of the first sensor of a type; null: it has none, or is silent. */
const presentValue = (sensors: readonly SensorCard[], type: SensorType): number | null => {
  const sensor = sensors.find((each) => each.type === type);
  return sensor === undefined || sensor.stale ? null : sensor.value;
};

/** Whether the card has anything to show. */
export const hasComfort = (sensors: readonly SensorCard[]): boolean =>
  presentValue(sensors, 'TEMPERATURE') !== null && presentValue(sensors, 'HUMIDITY') !== null;

interface ComfortCardProps {
  meterId: number;
  sensors: readonly SensorCard[];
  timeZone: string;
}

/** How people feel in a room by its present temperature and humidity, and its walls, with everything that is assumed. */
export function ComfortCard({ meterId, sensors, timeZone }: ComfortCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [celsius, humidity] = [presentValue(sensors, 'TEMPERATURE'), presentValue(sensors, 'HUMIDITY')];
  if (celsius === null || humidity === null) return null;
  const season = seasonOf(localDay(Date.now(), timeZone));
  const comfort = roomComfort(celsius, humidity, season);
  const dew = dewPoint(celsius, humidity);
  const text = (value: number) => formatNumber(value, 1, language);
  return (
    <Card aria-label={t('comfort.title')}>
      <CardHeader title={t('comfort.title')} />
      {comfort === null ? (
        <p className={styles.text}>{t('comfort.outside')}</p>
      ) : (
        <div className={styles.vote}>
          <Stat
            size="medium"
            value={t(`comfort.vote.${voteOf(comfort.pmv)}`)}
            caption={[
              t('comfort.voteValue', { value: text(comfort.pmv) }),
              t('comfort.dissatisfied', { percent: Math.round(comfort.ppd) }),
            ].join(t('common.separator'))}
          />
        </div>
      )}
      {dew === null ? null : <p className={styles.text}>{t('comfort.dewPoint', { value: text(dew) })}</p>}
      {comfort === null ? null : (
        <p className={styles.text}>
          {t('comfort.assumed', {
            velocity: text(ASSUMED.velocity),
            met: text(ASSUMED.met),
            clothing: t(`comfort.season.${season}`),
            clo: text(SEASON_CLO[season]),
          })}
        </p>
      )}
      <WallMoisture meterId={meterId} />
    </Card>
  );
}
