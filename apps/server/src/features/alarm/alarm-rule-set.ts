import { defaultRelease } from '@airdeck/contract/alarm-rule/rule';
import type { ServerError } from '@airdeck/contract/standard/built-in';
import { OUT_OF_RANGE } from '@airdeck/contract/standard/built-in';
import type { Severity } from '@airdeck/contract/standard/schema';
import type { ValueRule } from '@airdeck/domain/alarm/condition';
import { MINUTE_MS } from '@airdeck/domain/duration';
import { isGraded, SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { RegistrySnapshot } from '../../registry/snapshot.ts';
import { thresholdsOn } from '../../registry/thresholds.ts';
import { loadRules, type RangeRow, type RuleRow, type RuleRows } from './rule-queries.ts';

/** A rule resolved for one organization and sensor type on one day: grades are replaced by thresholds. */
export interface EffectiveRule extends ValueRule {
  readonly code: string;
}

export interface ErrorInfo {
  readonly severity: Severity;
  readonly description: string;
  readonly descriptionEn: string | null;
}

interface HeldRules {
  values: readonly EffectiveRule[];
  dayMeans: readonly EffectiveRule[];
}

/** The effective rules, severities and settings of all organizations. */
export interface AlarmRuleSet {
  /** Rules for single values and hourly means, on a local day of the organization. */
  rulesOf(organizationId: number, type: SensorType, day: string): readonly EffectiveRule[];
  /** Rules for the mean of 24 hours. */
  dayMeanRulesOf(organizationId: number, type: SensorType, day: string): readonly EffectiveRule[];
  /**
   * Severity and texts of a code in an organization, or (null) of the server. null: unknown code, or disabled there.
   */
  errorOf(organizationId: number | null, code: string): ErrorInfo | null;
  clearsItself(organizationId: number | null, severity: Severity): boolean;
}

/** The server's own alarms; they have no row in `master_error`. */
const OF_SERVER: Readonly<Record<string, ErrorInfo>> = {
  S001: {
    severity: 'CRITICAL',
    description: '서버의 디스크 공간이 거의 없어 측정값을 저장하지 못함',
    descriptionEn: 'The disk of the server is nearly full, and readings are not stored',
  },
  S002: {
    severity: 'MAJOR',
    description: '서버가 들어오는 측정값을 제때 처리하지 못함',
    descriptionEn: 'The server is behind with what was measured',
  },
  S003: {
    severity: 'MAJOR',
    description: '백업에 실패했거나 예정된 백업이 없음',
    descriptionEn: 'A backup failed, or none was made as scheduled',
  },
  S004: {
    severity: 'MAJOR',
    description: '복원 점검에 실패했거나 예정된 점검이 없음',
    descriptionEn: 'A restore drill failed, or none was made as scheduled',
  },
  S005: {
    severity: 'MAJOR',
    description: '서버의 디스크가 곧 가득 참',
    descriptionEn: 'The disk of the server will soon be full',
  },
  S006: {
    severity: 'MAJOR',
    description: '인증서가 곧 만료되거나, 바뀐 인증서 파일을 쓸 수 없음',
    descriptionEn: 'A certificate expires soon, or a replaced certificate file cannot be used',
  },
  S007: {
    severity: 'MINOR',
    description: '서버와 기기의 시계가 맞지 않음',
    descriptionEn: 'The clocks of the server and the devices differ',
  },
  S008: {
    severity: 'MAJOR',
    description: '서버의 백그라운드 작업이 늦어짐',
    descriptionEn: 'Background work of the server is behind',
  },
  S009: {
    severity: 'MAJOR',
    description: '데이터베이스 대기 서버가 없음',
    descriptionEn: 'The database has no standby any more',
  },
  S010: {
    severity: 'CRITICAL',
    description: '서버마다 키 파일이 다름',
    descriptionEn: 'The servers have different keys',
  },
  S011: {
    severity: 'MAJOR',
    description: '서버의 시계가 데이터베이스와 다름',
    descriptionEn: 'The clock of a server differs from that of the database',
  },
} satisfies Record<ServerError, ErrorInfo>;

const boundOf = ({ grade, bound }: RuleRow, type: SensorType, thresholds: Thresholds): number | null => {
  if (grade === null) return bound;
  if (!isGraded(type)) return null;
  return grade === 'BAD' ? thresholds[type].bad : thresholds[type].very_bad;
};

/** null: the rule does not apply to the type. */
const heldRule = (row: RuleRow, type: SensorType, thresholds: Thresholds): EffectiveRule | null => {
  const bound = boundOf(row, type, thresholds);
  if (bound === null) return null;
  const { code, direction } = row;
  return {
    code,
    direction,
    bound,
    includesBound: row.grade === null,
    release: row.release ?? defaultRelease(direction, bound),
    durationMs: row.duration_min * MINUTE_MS,
    average: row.average === 'HOUR' ? 'HOUR' : null,
  };
};

/** Rules for a master sensor whose range is narrower than its type's: values outside that range are implausible. */
const rangeRules = ({ type, range_min, range_max }: RangeRow): EffectiveRule[] => {
  const { min, max } = SENSOR_TYPE_INFO[type];
  const common = { code: OUT_OF_RANGE, includesBound: false, durationMs: 0, average: null, isRepeated: true } as const;
  return [
    ...(range_max < max ? [{ ...common, direction: 'ABOVE' as const, bound: range_max, release: range_max }] : []),
    ...(range_min > min ? [{ ...common, direction: 'BELOW' as const, bound: range_min, release: range_min }] : []),
  ];
};

/** The most specific rule of a code: organization before installation, then own sensor type before all types. */
const strongest = (rows: readonly RuleRow[], organizationId: number, type: SensorType): RuleRow | undefined => {
  const weight = (row: RuleRow): number =>
    (row.organization_id === organizationId ? 2 : 0) + (row.sensor_type === type ? 1 : 0);
  return rows
    .filter((row) => row.organization_id === null || row.organization_id === organizationId)
    .filter((row) => row.sensor_type === null || row.sensor_type === type)
    .toSorted((a, b) => weight(b) - weight(a))[0];
};

const keyOf = (organizationId: number, code: string): string => `${organizationId}/${code}`;

export const makeAlarmRuleSet = (given: RuleRows, snapshot: RegistrySnapshot): AlarmRuleSet => {
  const errors = new Map(given.errors.map((row) => [row.code, row]));
  const overrides = new Map(given.overrides.map((row) => [keyOf(row.organization_id, row.code), row]));
  const clearing = new Map(given.clearing.map((row) => [row.organization_id, row.auto_clear]));
  const codes = [...new Set(given.rules.map(({ code }) => code))];
  const held = new Map<string, HeldRules>();

  const errorOf = (organizationId: number | null, code: string): ErrorInfo | null => {
    if (organizationId === null) return OF_SERVER[code] ?? null;
    const error = errors.get(code);
    const override = overrides.get(keyOf(organizationId, code));
    if (error === undefined || error.use === 'N' || override?.use === 'N') return null;
    const { severity = null, description = null } = override ?? {};
    return {
      severity: severity ?? error.severity,
      description: description ?? error.description,
      // An organization writes its own text in one language only; there is no English version of it.
      descriptionEn: description === null ? error.description_en : null,
    };
  };

  const makeRules = (organizationId: number, type: SensorType, day: string): HeldRules => {
    const thresholds = thresholdsOn(snapshot, organizationId, day);
    const chosen = codes.flatMap((code) => {
      const row = strongest(
        given.rules.filter((each) => each.code === code),
        organizationId,
        type,
      );
      const rule = row?.use === 'Y' && errorOf(organizationId, code) !== null ? heldRule(row, type, thresholds) : null;
      return rule === null ? [] : [{ rule, isOfDay: row?.average === 'DAY' }];
    });
    const ranges = given.ranges.filter((row) => row.type === type).flatMap(rangeRules);
    return {
      values: [
        ...chosen.flatMap(({ rule, isOfDay }) => (isOfDay ? [] : [rule])),
        ...ranges.filter(({ code }) => errorOf(organizationId, code) !== null),
      ],
      dayMeans: chosen.flatMap(({ rule, isOfDay }) => (isOfDay ? [rule] : [])),
    };
  };
  const rulesOn = (organizationId: number, type: SensorType, day: string): HeldRules => {
    const key = `${organizationId}/${type}/${day}`;
    const known = held.get(key) ?? makeRules(organizationId, type, day);
    held.set(key, known);
    return known;
  };

  return {
    rulesOf: (...asked) => rulesOn(...asked).values,
    dayMeanRulesOf: (...asked) => rulesOn(...asked).dayMeans,
    errorOf,
    clearsItself: (organizationId, severity) => clearing.get(organizationId ?? 0)?.includes(severity) ?? false,
  };
};

/** A rule set caches one entry per day; replacing it each hour bounds the cache. */
const MAX_AGE_MS = 60 * MINUTE_MS;

/** A code that a device of an organization reported. */
export interface ReportedCode {
  organizationId: number;
  code: string;
}

interface KnownRules {
  ruleSet: AlarmRuleSet;
  revision: RegistrySnapshot;
  madeAt: number;
  /** Reported codes that are not in use by the rules as they were read for them. */
  unused: Set<string>;
}

/**
 * Caches the rule set until the registry changes: changes of rules, errors and settings are registry changes too. A
 * device may report a code before this process has followed the change that put it in use. When a reported code is not in
 * use, the rules are read again, once, because an event is reported only once.
 */
export const createAlarmRuleSets = (registry: { snapshot(): RegistrySnapshot }) => {
  let known: KnownRules | null = null;
  return async (tx: Db | Tx, now: number, reported: readonly ReportedCode[] = []): Promise<AlarmRuleSet> => {
    const snapshot = registry.snapshot();
    const isCurrent = known?.revision === snapshot && Math.abs(now - known.madeAt) <= MAX_AGE_MS;
    const current = isCurrent ? known : null;
    const unusedIn = (ruleSet: AlarmRuleSet): string[] =>
      reported.flatMap(({ organizationId, code }) =>
        ruleSet.errorOf(organizationId, code) === null ? [keyOf(organizationId, code)] : [],
      );
    if (current && unusedIn(current.ruleSet).every((key) => current.unused.has(key))) return current.ruleSet;
    const ruleSet = makeAlarmRuleSet(await loadRules(tx), snapshot);
    const unused = new Set([...(current?.unused ?? []), ...unusedIn(ruleSet)]);
    known = { ruleSet, revision: snapshot, madeAt: now, unused };
    return ruleSet;
  };
};
