import type { NewSensor } from '@airdeck/contract/device/schema';
import type { WaitingReadings } from '@airdeck/contract/device/unregistered';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import Checkbox from '@mui/material/Checkbox';
import TextField from '@mui/material/TextField';
import { useCallback } from 'react';
import { type Control, type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatReading, formatSpan } from '../../../lib/format/number.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import { Sparkline } from '../../../ui/sparkline/sparkline.tsx';
import { useTexts } from '../model/use-texts.ts';
import styles from './claim.module.css';

type Channel = WaitingReadings['channels'][number];

/** A sensor's default name: its type, with its number where there are several of the type. */
export function useProposedName(): (channel: Channel, all: readonly Channel[]) => string {
  const { t } = useTranslation();
  return useCallback(
    ({ type, sequence }, all) => {
      const several = all.filter((each) => each.type === type).length > 1;
      return several ? `${t(sensorNameKey(type))} ${sequence}` : t(sensorNameKey(type));
    },
    [t],
  );
}

interface WaitingChannelsProps {
  control: Control<FieldValues>;
  waiting: WaitingReadings;
}

/** The quarantined frames by channel: a sparkline of each, and whether and under which name it becomes a sensor. */
export function WaitingChannels({ control, waiting }: WaitingChannelsProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const { field, formState } = useController({ control, name: 'sensors' });
  const proposedName = useProposedName();
  const { frames, odd_frames, from, to, channels } = waiting;
  const sensors = field.value as readonly NewSensor[];
  const errors = (formState.errors.sensors ?? []) as readonly { name?: { message?: string } }[];
  const period = from === null || to === null ? null : { from: texts.time(from), to: texts.time(to) };
  const placeOf = ({ type, sequence }: Channel) =>
    sensors.findIndex((each) => each.type === type && each.sequence === sequence);
  const toggle = (channel: Channel) => {
    const { type, sequence } = channel;
    const place = placeOf(channel);
    const name = proposedName(channel, channels);
    field.onChange(place < 0 ? [...sensors, { type, sequence, name }] : sensors.filter((_, i) => i !== place));
  };
  return (
    <fieldset className={styles.waiting}>
      <legend>{t('device.registration.waiting')}</legend>
      {period === null ? (
        <p>{t('device.registration.none')}</p>
      ) : (
        <p>{t('device.registration.waitingText', { count: frames, ...period })}</p>
      )}
      {odd_frames === 0 ? null : <p>{t('device.registration.odd', { count: odd_frames })}</p>}
      <ul>
        {channels.map((channel) => {
          const place = placeOf(channel);
          const message = errors[place]?.name?.message;
          return (
            <ChannelRow
              key={`${channel.type}:${channel.sequence}`}
              channel={channel}
              title={proposedName(channel, channels)}
              period={period ?? { from: '', to: '' }}
              name={sensors[place]?.name ?? null}
              error={message === undefined ? undefined : fieldText(t, message)}
              onToggle={() => toggle(channel)}
              onRename={(name) => field.onChange(sensors.map((each, i) => (i === place ? { ...each, name } : each)))}
            />
          );
        })}
      </ul>
    </fieldset>
  );
}

interface ChannelRowProps {
  channel: Channel;
  title: string;
  period: { from: string; to: string };
  /** null: it becomes no sensor. */
  name: string | null;
  error: string | undefined;
  onToggle: () => void;
  onRename: (name: string) => void;
}

function ChannelRow({ channel, title, period, name, error, onToggle, onRename }: ChannelRowProps) {
  const { t } = useTranslation();
  const { language } = useTexts();
  const { type, min, max, values } = channel;
  const { unit } = SENSOR_TYPE_INFO[type];
  const [low, high] = [formatReading(type, min, language), formatReading(type, max, language)];
  return (
    <li className={styles.channel}>
      <Checkbox
        checked={name !== null}
        onChange={onToggle}
        slotProps={{ input: { 'aria-label': t('device.registration.sensorOf', { name: title }) } }}
      />
      <div className={styles.measured}>
        <b>{title}</b>
        <small>
          {formatSpan(low, high, language)} {unit}
        </small>
      </div>
      <div className={styles.picture}>
        <Sparkline values={values} rating={null} from={period.from} to={period.to} height={36} />
      </div>
      <TextField
        size="small"
        value={name ?? ''}
        disabled={name === null}
        error={error !== undefined}
        helperText={error}
        onChange={(event) => onRename(event.target.value)}
        slotProps={{ htmlInput: { 'aria-label': t('device.registration.sensorName', { name: title }) } }}
      />
    </li>
  );
}
