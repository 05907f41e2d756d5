import type { DoorDevice, DoorParts, DoorPreview } from '@airdeck/contract/door/schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SinglePicker } from '../../../ui/pick/picker.tsx';
import { BindingTable, type BoundSensor, bindingOf } from './binding-table.tsx';
import styles from './doors.module.css';
import { type Connected, MeterForm } from './meter-form.tsx';
import { previewQuery, REFRESH_MS } from './queries.ts';
import { RawMessage } from './raw-message.tsx';

interface DeviceBindingProps {
  device: DoorDevice;
  parts: DoorParts;
  onNext: () => void;
}

const DEFAULT_INTERVAL_S = 60;
/** A purifier whose state was in a message, with its recognized family: commands need a chosen one. */
interface SeenPurifier {
  driver: string | null;
}

const purifierIn = ({ purifier, driver }: DoorPreview, { drivers }: DoorParts): SeenPurifier | null =>
  purifier === null ? null : { driver: drivers.some(({ id }) => id === driver) ? driver : null };

/** The last message of a device with its values, and the meter to which they will belong. */
export function DeviceBinding({ device, parts, onNext }: DeviceBindingProps) {
  const { t } = useTranslation();
  const [driver, setDriver] = useState<string | undefined>(device.driver ?? undefined);
  const { data: preview } = useQuery({ ...previewQuery(device.id, driver), refetchInterval: REFRESH_MS });
  const [edited, setEdited] = useState<BoundSensor[] | null>(null);
  const [bound, setBound] = useState<Connected | null>(null);
  // Remembered: the next message may have values only.
  const [purifier, setPurifier] = useState<SeenPurifier | null>(null);
  const shown = preview === undefined ? null : purifierIn(preview, parts);
  if (shown !== null && shown.driver !== purifier?.driver) setPurifier(shown);
  if (bound !== null) return <ConnectedNote connected={bound} onNext={onNext} />;
  const sensors = edited ?? (preview === undefined ? [] : bindingOf(preview, device.sensors));
  const families = parts.drivers.map(({ id: value, title }) => ({ id: value, label: title }));
  const recognized = parts.drivers.find(({ id: value }) => value === preview?.driver)?.title;
  return (
    <div className={styles.open}>
      <SinglePicker
        label={t('connect.binding.family')}
        options={families}
        value={driver ?? preview?.driver ?? undefined}
        onChange={(value) => {
          setDriver(value);
          setEdited(null);
          setPurifier(null);
        }}
        hint={
          driver === undefined && recognized !== undefined
            ? t('connect.binding.recognized', { driver: recognized })
            : preview?.driver === null
              ? t('connect.arriving.unknownDriver')
              : undefined
        }
      />
      {preview === undefined ? null : (
        <>
          <BindingTable preview={preview} value={sensors} onChange={setEdited} />
          {preview.warnings.length === 0 ? null : <Alert severity="info">{preview.warnings.join('; ')}</Alert>}
          <RawMessage preview={preview} />
          <MeterForm
            device={device}
            driver={driver ?? purifier?.driver ?? null}
            isPurifier={purifier !== null}
            sensors={sensors}
            intervalS={device.interval_s ?? preview.default_interval_s ?? DEFAULT_INTERVAL_S}
            onConnected={setBound}
          />
        </>
      )}
    </div>
  );
}

function ConnectedNote({
  connected: { meterId, name, waiting, isPurifier },
  onNext,
}: {
  connected: Connected;
  onNext: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={styles.open}>
      <Alert severity="success">
        {t('connect.binding.done', { name })} {t('connect.binding.doneText', { count: waiting })}
      </Alert>
      <div className={styles.row}>
        <Button component={Link} to={`/monitoring/sensor/${meterId}`} variant="contained">
          {t('connect.binding.see')}
        </Button>
        {isPurifier ? (
          <Button component={Link} to={`/management/control/controlair?meterName=${encodeURIComponent(name)}`}>
            {t('connect.binding.control')}
          </Button>
        ) : null}
        <Button component={Link} to={`/management/setting/labels?meters=${meterId}`}>
          {t('connect.binding.label')}
        </Button>
        <Button onClick={onNext}>{t('connect.binding.next')}</Button>
      </div>
    </div>
  );
}
