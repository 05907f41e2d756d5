import { factsOn } from '@airdeck/domain/limit/facts';
import { parseOpeningHours } from '@airdeck/domain/limit/opening-hours';
import { KOREA_INDOOR_AIR } from '@airdeck/domain/limit/packs/korea-indoor-air';
import { KOREA_OFFICES } from '@airdeck/domain/limit/packs/korea-offices';
import { KOREA_SCHOOLS } from '@airdeck/domain/limit/packs/korea-schools';
import { WHO } from '@airdeck/domain/limit/packs/who';
import { isMeasured } from '@airdeck/domain/limit/rule';
import { rulesOn } from '@airdeck/domain/limit/rules-on';
import type { Office } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { type FactsRow, listFacts } from '../compliance/facility-queries.ts';
import { factsOf } from '../compliance/place-facts.ts';

/** Packs by which a place is judged unless another is chosen, the most particular first. */
export const USUAL_PACKS = [KOREA_SCHOOLS, KOREA_OFFICES, KOREA_INDOOR_AIR, WHO];

const sinceOf = (row: FactsRow) => factsOf(row, parseOpeningHours);

/** Facts of an office on a day, with the text of its opening hours. */
export interface OfficeFacts {
  facts: ReturnType<typeof factsOn>;
  hoursText: string | null;
}

export const readOfficeFacts = async (
  context: RequestContext,
  { id, organization }: Office,
  day: string,
): Promise<OfficeFacts> => {
  const rows = await context.read((tx) => listFacts(tx, [organization.id]));
  const own = rows.filter(({ office_id }) => office_id === id);
  const above = rows.filter(({ office_id, department_id }) => office_id === null && department_id === null);
  const hours = [own, above].map((some) =>
    some.findLast(({ valid_from, opening_hours }) => valid_from <= day && opening_hours !== null),
  );
  return {
    facts: factsOn([own.map(sinceOf), above.map(sinceOf)], day),
    hoursText: (hours[0] ?? hours[1])?.opening_hours ?? null,
  };
};

/** The pack by which an office is judged, unless another is chosen: the first that has a rule for it. */
export const usualPack = ({ facts }: OfficeFacts, day: string): string =>
  (USUAL_PACKS.find((pack) => rulesOn(pack, facts, day).some(isMeasured)) ?? WHO).code;
