import type { PurifierView } from '@airdeck/contract/purifier/schema';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { PurifierActivity } from '../purifier/purifier-card.tsx';
import { PlaceLink } from '../shared/links.tsx';
import styles from './sensor.module.css';

interface PurifierTileProps {
  meterId: number;
  purifiers: readonly PurifierView[];
}

/** The modes of the meter's purifiers in short; it opens the Purifier screen. */
export function PurifierTile({ meterId, purifiers }: PurifierTileProps) {
  const { t } = useTranslation();
  return (
    <PlaceLink screen="purifier" id={meterId} className={`${styles.tile} ${styles.link}`}>
      <header className={styles.head}>
        <h2>{t('monitoring.screen.purifier')}</h2>
        <Icon name="arrowRight" size={18} />
      </header>
      <ul className={styles.purifiers}>
        {purifiers.map((purifier) => (
          <li key={purifier.id}>
            <span className={styles.purifierName} title={purifier.name}>
              {purifier.name}
              <PurifierFact purifier={purifier} />
            </span>
            <PurifierActivity purifier={purifier} />
          </li>
        ))}
      </ul>
    </PlaceLink>
  );
}

function PurifierFact({ purifier: { state } }: { purifier: PurifierView }) {
  const { t } = useTranslation();
  if (state === null || state.fan_speed === null) return null;
  return (
    <span className={styles.purifierFact}>
      {t('monitoring.purifier.fanSpeed')} <b>{t(`monitoring.purifier.value.${state.fan_speed}`)}</b>
    </span>
  );
}
