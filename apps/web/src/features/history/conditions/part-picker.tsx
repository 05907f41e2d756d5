import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import { useTranslation } from 'react-i18next';
import { useSensorName } from '../../../lib/format/sensor-name.ts';
import { MultiPicker } from '../../../ui/pick/picker.tsx';
import { ALL } from '../model/search.ts';
import { metersIn, type Selection } from '../model/selection.ts';

interface PartPickerProps {
  meters: readonly ChoiceMeter[];
  selection: Selection;
  onChange: (selection: Selection) => void;
}

/** Meters whose sensors or purifiers can be picked: the selected ones, or else those of the places. */
function openMeters(meters: readonly ChoiceMeter[], selection: Selection): ChoiceMeter[] {
  const within = metersIn(meters, selection);
  const { meter } = selection;
  return meter === ALL || meter.length === 0 ? within : within.filter(({ id }) => meter.includes(id));
}

const whereOf = ({ department_name, name }: ChoiceMeter): string => `${department_name} › ${name}`;

/** Picks some of the meters' sensors or purifiers; none means all of them. */
export function PartPicker({ kind, ...rest }: PartPickerProps & { kind: 'sensor' | 'purifier' }) {
  return kind === 'sensor' ? <SensorPicker {...rest} /> : <PurifierPicker {...rest} />;
}

function SensorPicker({ meters, selection, onChange }: PartPickerProps) {
  const { t } = useTranslation();
  const nameOf = useSensorName();
  const options = openMeters(meters, selection).flatMap((meter) =>
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
      value={selection.sensor}
      onChange={(sensor) => onChange({ ...selection, sensor })}
    />
  );
}

function PurifierPicker({ meters, selection, onChange }: PartPickerProps) {
  const { t } = useTranslation();
  const options = openMeters(meters, selection).flatMap((meter) =>
    meter.purifiers.map(({ id, name }) => ({ id, label: name, detail: meter.name, group: whereOf(meter) })),
  );
  return (
    <MultiPicker
      label={t('monitoring.screen.purifier')}
      placeholder={t('history.choose.everyPurifier')}
      options={options}
      value={selection.purifier}
      onChange={(purifier) => onChange({ ...selection, purifier })}
    />
  );
}
