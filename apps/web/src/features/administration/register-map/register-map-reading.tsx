import { readDoorDevice } from '@airdeck/contract/door/routes';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { ReadingTable } from '../doors/reading-table.tsx';
import type { MapValue } from './map-value.ts';
import styles from './register-map.module.css';

interface RegisterMapReadingProps {
  deviceId: number;
  /** The map in the form; null: the device is read with that of its data source. */
  map: MapValue;
}

/** Reads a device with the map as it is being edited, to see the raw registers beside their values. */
export function RegisterMapReading({ deviceId, map }: RegisterMapReadingProps) {
  const { t } = useTranslation();
  const isText = typeof map === 'string';
  const reading = useMutation({
    mutationFn: () =>
      call(readDoorDevice, {
        params: { id: deviceId },
        body: { register_map: isText || map === null ? null : { ...map } },
      }),
  });
  return (
    <div className={styles.field}>
      <div className={styles.row}>
        <Button
          size="small"
          variant="outlined"
          loading={reading.isPending}
          disabled={isText}
          onClick={() => reading.mutate()}
        >
          {t('connect.map.readNow')}
        </Button>
        <span className={styles.muted}>{t('connect.map.readText')}</span>
      </div>
      <FailureAlert error={reading.error} />
      {reading.data === undefined ? null : <ReadingTable reading={reading.data} />}
    </div>
  );
}
