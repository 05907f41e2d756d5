import type { DoorPreview } from '@airdeck/contract/door/schema';
import { channelKey, channelOf, parseChannelKey, seqOfChannel, typeOfChannel } from '@airdeck/domain/channel';
import { SENSOR_TYPE_INFO, SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { unitsOf } from '@airdeck/domain/unit';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { formatReading } from '../../../lib/format/number.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { useTexts } from '../model/use-texts.ts';
import styles from './doors.module.css';

export interface BoundSensor {
  sensor: string;
  channel: string | null;
  offset?: number | undefined;
  type?: SensorType | undefined;
  unit?: string | undefined;
}

type Value = DoorPreview['values'][number];

/** Channels of one type that are offered. */
const OFFERED = 6;

/** The binding that a preview suggests, with what is bound already. */
export const bindingOf = ({ values }: Pick<DoorPreview, 'values'>, bound: readonly BoundSensor[]): BoundSensor[] => {
  const known = new Set(bound.map(({ sensor }) => sensor));
  const added = values.filter(({ sensor, type }) => type !== null && !known.has(sensor));
  return [...bound, ...added.map(({ sensor, channel }) => ({ sensor, channel }))];
};

/** Channels that are the target of several sensors. */
export const doubleChannels = (bound: readonly BoundSensor[]): ReadonlySet<string> => {
  const seen = new Set<string>();
  const double = new Set<string>();
  for (const { channel } of bound) {
    if (channel === null) continue;
    if (seen.has(channel)) double.add(channel);
    seen.add(channel);
  }
  return double;
};

interface BindingTableProps {
  preview: DoorPreview;
  value: readonly BoundSensor[];
  onChange: (value: BoundSensor[]) => void;
}

/** The values of a device's last message, and where each of them goes. */
export function BindingTable({ preview, value, onChange }: BindingTableProps) {
  const { t } = useTranslation();
  const { language } = useTexts();
  const double = doubleChannels(value);
  const set = (of: Value, channel: string | null) => {
    const before = value.find(({ sensor }) => sensor === of.sensor);
    const next: BoundSensor = { ...before, sensor: of.sensor, channel };
    if (of.type === null && channel !== null) Object.assign(next, typeAndUnit(channel, of.unit));
    onChange(before === undefined ? [...value, next] : value.map((each) => (each === before ? next : each)));
  };
  if (preview.values.length === 0) return <p className={styles.muted}>{t('connect.binding.noValues')}</p>;
  return (
    <div className={styles.targets}>
      <PlainTable
        rows={preview.values}
        keyOf={({ sensor }) => sensor}
        columns={[
          {
            label: t('connect.binding.sensor'),
            cell: ({ sensor, note }) => (
              <span className={styles.sensor}>
                {sensor}
                {note === null ? null : <small>{t(`connect.binding.note.${note as 'RAW'}`)}</small>}
              </span>
            ),
          },
          {
            label: t('connect.binding.value'),
            className: styles.number,
            cell: ({ type, value: number, unit }) =>
              `${type === null ? new Intl.NumberFormat(language, { maximumFractionDigits: 4 }).format(number) : formatReading(type, number, language)} ${unit}`,
          },
          {
            label: t('connect.binding.target'),
            cell: (of) => (
              <Target
                of={of}
                bound={value.find(({ sensor }) => sensor === of.sensor)}
                double={double}
                onChange={(channel) => set(of, channel)}
              />
            ),
          },
        ]}
      />
      {preview.missing.length === 0 ? null : (
        <p className={styles.muted}>{t('connect.binding.missing', { names: preview.missing.join(', ') })}</p>
      )}
    </div>
  );
}

/** The type of the chosen channel, and the device's unit if it is one of that type. */
const typeAndUnit = (channel: string, unit: string): Pick<BoundSensor, 'type' | 'unit'> => {
  const number = parseChannelKey(channel);
  if (number === null) return {};
  const type = typeOfChannel(number);
  const isUnit = unitsOf(type).some((each) => each === unit);
  return { type, unit: isUnit ? unit : SENSOR_TYPE_INFO[type].unit };
};

interface TargetProps {
  of: Value;
  bound: BoundSensor | undefined;
  double: ReadonlySet<string>;
  onChange: (channel: string | null) => void;
}

/** Where a value goes. */
function Target({ of, bound, double, onChange }: TargetProps) {
  const { t } = useTranslation();
  const channel = bound?.channel ?? null;
  const types = of.type === null ? SENSOR_TYPES : [of.type];
  const options = types.flatMap((type) =>
    Array.from({ length: of.type === null ? 2 : OFFERED }, (_, i) => channelKey(channelOf(type, i + 1))),
  );
  const offered = channel === null || options.includes(channel) ? options : [...options, channel];
  const isDouble = channel !== null && double.has(channel);
  const isRefused = channel !== null && of.channel === channel && of.stored === null;
  const help = isDouble ? t('connect.binding.twice') : isRefused ? t('connect.binding.refused') : undefined;
  return (
    <TextField
      select
      size="small"
      value={channel ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      error={isDouble}
      helperText={help}
      className={styles.target ?? ''}
      slotProps={{
        select: { displayEmpty: true },
        htmlInput: { 'aria-label': `${of.sensor}: ${t('connect.binding.target')}` },
      }}
    >
      <MenuItem value="">{t('connect.binding.ignore')}</MenuItem>
      {offered.map((key) => (
        <MenuItem key={key} value={key}>
          <ChannelName channel={key} />
        </MenuItem>
      ))}
    </TextField>
  );
}

/** `CO₂` for the first sensor of a type, `CO₂ 2` for the second. */
export function ChannelName({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const number = parseChannelKey(channel);
  if (number === null) return <>{channel}</>;
  const seq = seqOfChannel(number);
  const name = t(sensorNameKey(typeOfChannel(number)));
  return <>{seq === 1 ? name : `${name} ${seq}`}</>;
}
