import { ownPackCode, ownPackName, type PackInfo } from '@airdeck/contract/limit/compliance';
import { LIMIT_PACKS } from '@airdeck/domain/limit/packs/index';
import { isDraft, isMeasured, type LimitPack, type MeasuredRule } from '@airdeck/domain/limit/rule';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { Failure } from '../../../platform/http/failure.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { listOwnLimits, type OwnLimitRow } from './facility-queries.ts';

/** A rule, of one organization if it is an own one. */
export type PlacedRule = MeasuredRule & { readonly organizationId: number | null };
export type MeasuredPack = Omit<LimitPack, 'rules'> & { readonly rules: readonly PlacedRule[] };

/** An own limit as a rule. Values entered by an administrator need no confirmation. */
const ruleOf = (row: OwnLimitRow): PlacedRule => ({
  organizationId: row.organization_id,
  code: String(row.id),
  kinds: row.facility_kind === null ? null : [row.facility_kind],
  region: null,
  ventilations: null,
  quantity: row.type,
  direction: row.limit_direction,
  value: row.limit_value,
  unit: SENSOR_TYPE_INFO[row.type].unit,
  basis: row.limit_basis,
  averaging: row.averaging,
  statistic:
    row.least_share === 100 ? { kind: 'EACH' } : { kind: 'SHARE', share: row.least_share / 100, missingFails: false },
  hours: row.counted_hours,
  minCompleteness: row.least_data / 100,
  level: null,
  isRecommended: false,
  validFrom: row.valid_from,
  validTo: row.valid_to,
  certainty: 'LAW',
  averagingCertainty: 'LAW',
  source: row.limit_source ?? '',
  checkedOn: null,
});

const ownPack = (name: string, rows: readonly OwnLimitRow[]): MeasuredPack => ({
  ...{ code: ownPackCode(name), kind: 'OWN', authority: '', isKoreanAct: false },
  rules: rows.map(ruleOf),
});

const shippedPack = (pack: LimitPack): MeasuredPack => ({
  ...pack,
  rules: pack.rules.filter(isMeasured).map((rule) => ({ ...rule, organizationId: null })),
});

export const infoOf = (pack: MeasuredPack): PackInfo => ({
  code: pack.code,
  name: ownPackName(pack.code),
  kind: pack.kind,
  authority: pack.authority,
  rules: pack.rules.length,
  drafts: pack.rules.filter(isDraft).length,
});

const organizationIds = ({ organizations }: RequestContext): number[] => organizations.map(({ id }) => id);

/** The pack of a code. @throws Failure INVALID_PARAMETER for a code that the viewer has no pack of */
export const findPack = async (context: RequestContext, code: string): Promise<MeasuredPack> => {
  const shipped = LIMIT_PACKS.find((pack) => pack.code === code);
  if (shipped) return shippedPack(shipped);
  const name = ownPackName(code);
  const rows = name === null ? [] : await context.read((tx) => listOwnLimits(tx, organizationIds(context), name));
  if (name === null || rows.length === 0) throw new Failure('INVALID_PARAMETER', { pack: 'NOT_FOUND' });
  return ownPack(name, rows);
};

/** Own packs first: who has made one wants to see it. */
export const listPacks = async (context: RequestContext): Promise<PackInfo[]> => {
  const rows = await context.read((tx) => listOwnLimits(tx, organizationIds(context), null));
  const names = [...new Set(rows.map(({ pack_name }) => pack_name))];
  const own = names.map((name) =>
    ownPack(
      name,
      rows.filter(({ pack_name }) => pack_name === name),
    ),
  );
  return [...own, ...LIMIT_PACKS.map(shippedPack)].map(infoOf);
};
