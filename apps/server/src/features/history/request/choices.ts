import type { ChoiceMeter, Choices } from '@airdeck/contract/history/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { localName } from '../../../registry/registry.ts';
import { type Meter, type Sensor, stateOfMeter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { pastState } from '../list/row-meter.ts';
import { metersOf } from './filter.ts';

const byChannel = (sensors: readonly Sensor[]): Sensor[] => sensors.toSorted((a, b) => a.channel - b.channel);

/** Meters in use first, then those out of use, then deleted ones. */
const order = (meter: Meter): number => [null, 'UNUSED', 'DELETED'].indexOf(stateOfMeter(meter));

const choiceOf = (meter: Meter, language: Language): ChoiceMeter => {
  const { id, organization, department, intervalS, sensors, purifiers, past } = meter;
  const { office } = department;
  return {
    id,
    name: localName(meter, language),
    organization_id: organization.id,
    organization_name: localName(organization, language),
    office_id: office.id,
    office_name: localName(office, language),
    department_id: department.id,
    department_name: localName(department, language),
    time_zone: organization.timeZone,
    interval_s: intervalS,
    ...pastState(stateOfMeter(meter)),
    sensors: [...byChannel([...sensors.values()]), ...byChannel(past.sensors)].map((sensor) => ({
      ...{ id: sensor.id, type: sensor.type, sequence: sensor.sequence, name: sensor.name },
      ...pastState(sensor.state),
    })),
    purifiers: [...purifiers, ...past.purifiers].map((purifier) => ({
      ...{ id: purifier.id, name: localName(purifier, language) },
      ...pastState(purifier.state),
    })),
  };
};

/** Every meter that the viewer sees, in the order of the registry tree; deleted ones and those out of use are last. */
export const listChoices = (context: RequestContext): Choices => ({
  meters: metersOf(context, {})
    .toSorted((a, b) => order(a) - order(b))
    .map((meter) => choiceOf(meter, context.language)),
});
