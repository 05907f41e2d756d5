import { isBeyond, isImmediate, isReason } from '@airdeck/domain/alarm/condition';
import { localDay } from '@airdeck/domain/calendar';
import { SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import { eachFrame, readFrame } from '../../feed/codec.ts';
import type { FeedEntry, StoredFrame } from '../../feed/entry.ts';
import type { Meter, Organization, RegistrySnapshot } from '../../registry/snapshot.ts';
import type { AlarmRuleSet, EffectiveRule } from './alarm-rule-set.ts';

type RulesByType = ReadonlyMap<SensorType, readonly EffectiveRule[]>;

/** Where a value is for these rules: 0 behind the release of each, another number for each other combination. */
const sideOf = (rules: readonly EffectiveRule[], value: number): number =>
  rules.reduce((side, rule) => side * 3 + (isBeyond(rule, value) ? 2 : Number(isReason(rule, value, true))), 0);

/**
 * Tells which messages may change an alarm at once: those of devices, and readings that cross a bound or a release of
 * a rule without duration and mean. All other readings count only after minutes, so a busy server may gather them.
 */
export const createUrgency = () => {
  let ruleSet: AlarmRuleSet | null = null;
  let revision: RegistrySnapshot | null = null;
  let now = 0;
  /** Rules without duration and mean, of organizations that have any. */
  let rules = new Map<Organization, RulesByType>();
  /** Sides of sensors, by their ids; those at 0 are left out. */
  let sides = new Map<number, number>();

  const rulesOf = (organization: Organization): RulesByType => {
    const known = rules.get(organization);
    if (known) return known;
    const day = localDay(now, organization.timeZone);
    const made = SENSOR_TYPES.flatMap((type): [SensorType, EffectiveRule[]][] => {
      const some = (ruleSet?.rulesOf(organization.id, type, day) ?? []).filter(isImmediate);
      return some.length > 0 ? [[type, some]] : [];
    });
    const byType = new Map(made);
    rules.set(organization, byType);
    return byType;
  };

  /** Notes the sides of the readings of a frame; returns whether any has changed. */
  const move = (meter: Meter, { channels, ticks }: StoredFrame): boolean => {
    const byType = rulesOf(meter.organization);
    let isMoved = false;
    for (let i = 0; i < channels.length; i++) {
      const sensor = meter.sensors.get(channels[i] as number);
      const some = sensor === undefined ? undefined : byType.get(sensor.type);
      if (sensor === undefined || some === undefined) continue;
      const side = sideOf(some, fromTicks(sensor.type, ticks[i] as number));
      if (side === (sides.get(sensor.id) ?? 0)) continue;
      isMoved = true;
      if (side === 0) sides.delete(sensor.id);
      else sides.set(sensor.id, side);
    }
    return isMoved;
  };

  const frame: StoredFrame = { meterId: 0, time: 0, channels: [], ticks: [] };
  /** Decodes only frames of organizations that have such rules. */
  const isUrgentRow = (row: Buffer, snapshot: RegistrySnapshot): boolean => {
    let isUrgent = false;
    eachFrame(row, (meterId, _time, at, _end, view) => {
      const meter = snapshot.meters.get(meterId);
      if (meter === undefined || rulesOf(meter.organization).size === 0) return;
      readFrame(view, at, frame);
      if (move(meter, frame)) isUrgent = true;
    });
    return isUrgent;
  };

  return {
    /** Takes the rules with which a batch was evaluated. */
    follow(given: AlarmRuleSet, at: number): void {
      if (given === ruleSet) return;
      ruleSet = given;
      now = at;
      rules = new Map();
      sides = new Map();
    },
    isUrgent(entries: readonly FeedEntry[], snapshot: RegistrySnapshot): boolean {
      // Rules may have changed with the registry: the next batch reads them.
      const isNew = ruleSet === null || revision !== snapshot;
      revision = snapshot;
      let isUrgent = isNew;
      for (const entry of entries) {
        if (entry.kind !== 'frames' || entry.row === undefined) isUrgent = true;
        else if (isUrgentRow(entry.row, snapshot)) isUrgent = true;
      }
      return isUrgent;
    },
  };
};
