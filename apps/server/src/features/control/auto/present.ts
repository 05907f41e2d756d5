import type { AutoMode } from '@airdeck/contract/control/auto-mode';
import { localDay } from '@airdeck/domain/calendar';
import { isResting } from '@airdeck/domain/control/auto-command';
import { type AutoThresholds, isSameThresholds } from '@airdeck/domain/control/auto-mode';
import { GRADED_TYPES, type GradedType } from '@airdeck/domain/sensor-type';
import { localName } from '../../../registry/registry.ts';
import type { Meter, RegistrySnapshot } from '../../../registry/snapshot.ts';
import { thresholdsOn } from '../../../registry/thresholds.ts';
import { presentTarget } from '../targets.ts';
import { type AutoModeRow, isOverridden } from './mode-queries.ts';

interface AlarmContext {
  snapshot: RegistrySnapshot;
  now: number;
  isEnglish: boolean;
}

/** The types that a meter measures and that purifiers can be run by. */
export const automaticTypes = (meter: Meter | undefined): GradedType[] => {
  const types = new Set([...(meter?.sensors.values() ?? [])].map(({ type }) => type));
  return GRADED_TYPES.filter((type) => types.has(type));
};

const suggestedOf = (meter: Meter | undefined, { snapshot, now }: AlarmContext): AutoThresholds => {
  if (meter === undefined) return {};
  const { id, timeZone } = meter.organization;
  const thresholds = thresholdsOn(snapshot, id, localDay(now, timeZone));
  return Object.fromEntries(
    automaticTypes(meter).map((type) => {
      const { normal, bad, very_bad } = thresholds[type];
      return [type, [normal, bad, very_bad]];
    }),
  );
};

const presentAuto = (row: AutoModeRow): AutoMode['auto'] => {
  const { auto_use, thresholds, override_min, auto_version, auto_updated_time } = row;
  if (auto_use === null || thresholds === null || auto_version === null || auto_updated_time === null) return null;
  return {
    use: auto_use,
    thresholds,
    override_min,
    version: auto_version,
    updated_time: auto_updated_time.toISOString(),
  };
};

const presentProgress = (row: AutoModeRow, now: number): AutoMode['progress'] => {
  if (row.auto_use !== 'Y') return null;
  const is_overridden = isOverridden(row, now);
  return {
    level: row.level,
    since: row.level_since?.toISOString() ?? null,
    is_reached: row.is_reached ?? false,
    is_resting: isResting({ tries: row.tries ?? 0 }),
    is_overridden,
    overridden_until: is_overridden ? (row.overridden_until?.toISOString() ?? null) : null,
  };
};

const presentSync = (row: AutoModeRow): AutoMode['sync'] => {
  const ofPurifier = (all: AutoModeRow['sent']): AutoThresholds | null =>
    all?.find(({ number }) => number === row.number)?.auto ?? null;
  const accepted = ofPurifier(row.accepted);
  const wanted = row.auto_use === 'Y' ? row.thresholds : null;
  const isSame = wanted === null || accepted === null ? wanted === accepted : isSameThresholds(wanted, accepted);
  const isSent = ofPurifier(row.sent) !== null || accepted !== null;
  if (!isSent || row.settings_state === null) {
    const none = { version: null, sent_time: null, answered_time: null, refusal: null, accepted: null };
    return { state: 'NEVER', ...none, is_same: isSame };
  }
  return {
    state: row.settings_state,
    version: row.settings_version,
    sent_time: row.sent_time?.toISOString() ?? null,
    answered_time: row.answered_time?.toISOString() ?? null,
    refusal: row.refusal,
    accepted,
    is_same: isSame,
  };
};

const placeNames = (meter: Meter) => ({
  organization_name: localName(meter.organization, 'en'),
  office_name: localName(meter.department.office, 'en'),
  department_name: localName(meter.department, 'en'),
  meter_name: localName(meter, 'en'),
});

export const presentAutoMode = (row: AutoModeRow, context: AlarmContext): AutoMode => {
  const { now, isEnglish, snapshot } = context;
  const { commands: _, wishes: __, stale: ___, ...target } = presentTarget(row, now, isEnglish);
  const meter = snapshot.meters.get(row.meter_id);
  return {
    ...target,
    ...(isEnglish && meter && placeNames(meter)),
    types: automaticTypes(meter),
    suggested: suggestedOf(meter, context),
    auto: presentAuto(row),
    progress: presentProgress(row, now),
    sync: presentSync(row),
  };
};
