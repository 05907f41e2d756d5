import type { AttentionItem } from '@airdeck/contract/monitoring/attention';
import { AIR_BAD } from '@airdeck/contract/standard/built-in';
import { windowAt } from '../../../registry/maintenance.ts';
import { localName } from '../../../registry/registry.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { seenPlace } from '../assess/places.ts';
import type { ListRising, Rising } from '../forecast/rising.ts';
import type { BadAir } from './bad-air.ts';
import { namesAbove } from './format.ts';

export const risingItem = ({ meter, type, value, limit, minutes }: Rising, context: RequestContext): AttentionItem => ({
  kind: 'FORECAST',
  key: `forecast ${meter.id}`,
  name: localName(meter, context.language),
  above: namesAbove(meter, context.language),
  organization_id: meter.organization.id,
  code: AIR_BAD,
  meter_id: meter.id,
  ...{ type, value, limit, minutes },
});

/** Air that will become bad, where it is not bad by another type already, and without a running maintenance window. */
export const listOwnRising = async (
  listRising: ListRising,
  bad: readonly BadAir[],
  context: RequestContext,
): Promise<Rising[]> => {
  const isListed = new Set(bad.map(({ meter }) => meter.id));
  return (await listRising(context)).filter(
    ({ meter }) =>
      !isListed.has(meter.id) &&
      seenPlace(context, 'meter', meter.id) !== undefined &&
      windowAt(meter, context.now) === undefined,
  );
};
