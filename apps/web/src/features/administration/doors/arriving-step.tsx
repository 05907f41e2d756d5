import type { DoorDevice, DoorParts } from '@airdeck/contract/door/schema';
import CircularProgress from '@mui/material/CircularProgress';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../lib/format/duration.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Card, CardHeader } from '../../../ui/card/card.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { AddPolledDevice } from './add-polled-device.tsx';
import { DeviceBinding } from './device-binding.tsx';
import styles from './doors.module.css';
import { doorDevicesQuery, doorQuery, REFRESH_MS } from './queries.ts';
import { useConnectSearch } from './search.ts';

interface ArrivingStepProps {
  doorId: number;
  driver: DoorParts['drivers'][number] | null;
  parts: DoorParts;
}

/** The devices whose messages arrive, those to be connected first; one of them can be opened. */
export function ArrivingStep({ doorId, driver, parts }: ArrivingStepProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [search, change] = useConnectSearch();
  const { data, error, refetch } = useQuery({ ...doorDevicesQuery(doorId), refetchInterval: REFRESH_MS });
  const { data: door } = useQuery(doorQuery(doorId));
  const isPolled = door?.kind === 'POLL' || door?.kind === 'MODBUS';
  const devices = (data?.content ?? []).toSorted((a, b) => Number(a.meter_id !== null) - Number(b.meter_id !== null));
  return (
    <Card>
      <CardHeader title={`3. ${t(isPolled ? 'connect.arriving.polledTitle' : 'connect.arriving.title')}`} />
      {error === null || data !== undefined ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {isPolled ? (
        <AddPolledDevice door={door} driver={driver} parts={parts} onAdded={(device) => change({ device })} />
      ) : null}
      {devices.length === 0 && isPolled ? null : devices.length === 0 ? (
        <div className={styles.waiting} role="status">
          <CircularProgress size={18} />
          <span>
            {t('connect.arriving.wait')}{' '}
            {driver === null
              ? null
              : t('connect.arriving.interval', {
                  duration: formatDuration(driver.default_interval_s * 1000, language),
                })}
          </span>
        </div>
      ) : (
        <ul className={styles.devices}>
          {devices.map((device) => (
            <li key={device.id}>
              <DeviceRow
                device={device}
                isOpen={search.device === device.id}
                onOpen={() => change({ device: search.device === device.id ? undefined : device.id })}
              />
              {search.device === device.id ? (
                <DeviceBinding device={device} parts={parts} onNext={() => change({ device: undefined })} />
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface DeviceRowProps {
  device: DoorDevice;
  isOpen: boolean;
  onOpen: () => void;
}

function DeviceRow({ device, isOpen, onOpen }: DeviceRowProps) {
  const { t } = useTranslation();
  const { address, model, meter_name: meter, blocked, last_seen_time: last, message_count: count } = device;
  return (
    <button
      type="button"
      className={styles.device}
      data-open={isOpen || undefined}
      aria-expanded={isOpen}
      onClick={onOpen}
    >
      <span>
        <b>{model ?? address}</b>
        {model === null ? null : <small>{address}</small>}
      </span>
      <span>
        {blocked === 'Y'
          ? t('connect.arriving.blocked')
          : meter === null
            ? t('connect.arriving.waiting')
            : t('connect.arriving.bound', { name: meter })}
        <small>
          {t('connect.arriving.messages', { count })}
          {last === null ? null : (
            <>
              {' · '}
              <RelativeTime time={last} />
            </>
          )}
        </small>
      </span>
    </button>
  );
}
