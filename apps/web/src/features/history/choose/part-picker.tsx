import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import { useTranslation } from 'react-i18next';
import { useSensorName } from '../../../lib/format/use-sensor-name.ts';
import { MultiPicker } from '../../../ui/pick/multi-picker.tsx';
import { ALL } from '../address/search.ts';
import { type Choice, metersIn } from './choice.ts';

interface PartPickerProps {
  meters: readonly ChoiceMeter[];
  choice: Choice;
  onChange: (choice: Choice) => void;
}

/** Meters whose sensors or purifiers can be picked: the chosen ones, and while none is, those of the places. */
function openMeters(meters: readonly ChoiceMeter[], choice: Choice): ChoiceMeter[] {
  const within = metersIn(meters, choice);
  const { meter } = choice;
  return meter === ALL || meter.length === 0 ? within : within.filter(({ id }) => meter.includes(id));
}

const whereOf = ({ department_name, name }: ChoiceMeter): string => `${department_name} › ${name}`;

/** Some of the meters' sensors or purifiers; without, all of them. */
export function PartPicker({ kind, ...rest }: PartPickerProps & { kind: 'sensor' | 'purifier' }) {
  return kind === 'sensor' ? <SensorPicker {...rest} /> : <PurifierPicker {...rest} />;
}

function SensorPicker({ meters, choice, onChange }: PartPickerProps) {
  const { t } = useTranslation();
  const nameOf = useSensorName();
  const options = openMeters(meters, choice).flatMap((meter) =>
    meter.sensors.map((sensor) => ({
      id: sensor.id,
      label: `${meter.name} · ${nameOf(sensor, meter.sensors)}`,
      group: whereOf(meter),
    })),
  );
  return (
    <MultiPicker
      label={t('monitoring.screen.sensor')}
      placeholder={t('history.choose.everySensor')}
      options={options}
      value={choice.sensor}
      onChange={(sensor) => onChange({ ...choice, sensor })}
    />
  );
}

function PurifierPicker({ meters, choice, onChange }: PartPickerProps) {
  const { t } = useTranslation();
  const options = openMeters(meters, choice).flatMap((meter) =>
    meter.purifiers.map(({ id, name }) => ({ id, label: name, detail: meter.name, group: whereOf(meter) })),
  );
  return (
    <MultiPicker
      label={t('monitoring.screen.purifier')}
      placeholder={t('history.choose.everyPurifier')}
      options={options}
      value={choice.purifier}
      onChange={(purifier) => onChange({ ...choice, purifier })}
    />
  );
}
