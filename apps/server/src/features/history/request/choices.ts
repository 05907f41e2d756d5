import type { ChoiceMeter, Choices } from '@airdeck/contract/history/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { localName } from '../../../registry/registry.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { metersOf } from './filter.ts';

const choiceOf = (meter: Meter, language: Language): ChoiceMeter => {
  const { id, organization, department, intervalS, sensors, purifiers } = meter;
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
    sensors: [...sensors.values()]
      .toSorted((a, b) => a.channel - b.channel)
      .map((sensor) => ({ id: sensor.id, type: sensor.type, sequence: sensor.sequence, name: sensor.name })),
    purifiers: purifiers.map((purifier) => ({ id: purifier.id, name: localName(purifier, language) })),
  };
};

/** Every meter that the viewer sees, in the order of the registry tree. */
export const listChoices = (context: RequestContext): Choices => ({
  meters: metersOf(context, {}).map((meter) => choiceOf(meter, context.language)),
});
