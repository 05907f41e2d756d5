import type { MasterError } from './schema.ts';

/** The source of an alarm: it decides whether the condition holds. */
export const ALARM_SOURCES = [
  /** Values and a rule. */
  'VALUE',
  /** Values that do not change. */
  'STUCK',
  /** The mean of 24 hours and a rule. */
  'DAY_MEAN',
  /** The least CO2 of a week. */
  'BASELINE',
  /** Values that were not taken. */
  'REJECTED',
  'CLOCK',
  'SILENCE',
  'GATEWAY',
  /** The broker at a site. */
  'LOCAL_SERVER',
  /** Errors that a device reports of itself. */
  'DEVICE',
  'SERVER',
  /** States that a purifier reports. */
  'PURIFIER',
  /** The effect of a purifier on the air. */
  'EFFECT',
  /** A person. It holds until a person clears it. */
  'REPORT',
  /** A decoder that an organization wrote. */
  'DECODER',
] as const;
export type AlarmSource = (typeof ALARM_SOURCES)[number];

/**
 * Errors that the product ships with: detectors raise them, or the device protocol documents them. They can be put out of
 * use, but not deleted or renamed: without M001 no silent meter raises an alarm. Their descriptions are in
 * `packages/phrases/src/alarm-condition.ts`. A server adds at its start those that its database does not have.
 */
export const BUILT_IN_ERRORS = {
  M001: { group: 'METER', severity: 'CRITICAL' },
  M002: { group: 'METER', severity: 'CRITICAL' },
  M003: { group: 'METER', severity: 'MAJOR' },
  M004: { group: 'METER', severity: 'MAJOR' },
  M005: { group: 'METER', severity: 'MAJOR' },
  M006: { group: 'METER', severity: 'MAJOR' },
  M007: { group: 'METER', severity: 'MAJOR' },
  M008: { group: 'METER', severity: 'MINOR' },
  M009: { group: 'METER', severity: 'MINOR' },
  M010: { group: 'METER', severity: 'WARNING' },
  M011: { group: 'METER', severity: 'WARNING' },
  M012: { group: 'METER', severity: 'WARNING' },
  M013: { group: 'METER', severity: 'WARNING' },
  M014: { group: 'METER', severity: 'INFO' },
  M015: { group: 'METER', severity: 'INFO' },
  M016: { group: 'METER', severity: 'INFO' },
  A001: { group: 'METER', severity: 'MAJOR' },
  A002: { group: 'METER', severity: 'MINOR' },
  A003: { group: 'METER', severity: 'WARNING' },
  A004: { group: 'METER', severity: 'WARNING' },
  P001: { group: 'AIR_PURIFIER', severity: 'CRITICAL' },
  P002: { group: 'AIR_PURIFIER', severity: 'CRITICAL' },
  P003: { group: 'AIR_PURIFIER', severity: 'MAJOR' },
  P004: { group: 'AIR_PURIFIER', severity: 'MAJOR' },
  P005: { group: 'AIR_PURIFIER', severity: 'MAJOR' },
  P006: { group: 'AIR_PURIFIER', severity: 'MAJOR' },
  P007: { group: 'AIR_PURIFIER', severity: 'MAJOR' },
  P008: { group: 'AIR_PURIFIER', severity: 'MINOR' },
  P009: { group: 'AIR_PURIFIER', severity: 'MINOR' },
  P010: { group: 'AIR_PURIFIER', severity: 'WARNING' },
  P011: { group: 'AIR_PURIFIER', severity: 'INFO' },
  P012: { group: 'AIR_PURIFIER', severity: 'WARNING' },
  P013: { group: 'AIR_PURIFIER', severity: 'WARNING' },
  P014: { group: 'AIR_PURIFIER', severity: 'INFO' },
  P015: { group: 'AIR_PURIFIER', severity: 'INFO' },
  P016: { group: 'AIR_PURIFIER', severity: 'MAJOR' },
  R001: { group: 'METER', severity: 'WARNING' },
  R002: { group: 'METER', severity: 'INFO' },
  D001: { group: 'METER', severity: 'MAJOR' },
} as const satisfies Record<string, Pick<MasterError, 'group' | 'severity'>>;
export type BuiltInError = keyof typeof BUILT_IN_ERRORS;

// Codes that detectors raise.
/** No communication of a meter: the cause of alarms below it. */
export const NO_COMMUNICATION = 'M001' satisfies BuiltInError;
/** Air that has been bad, or very bad, for a while. */
export const AIR_BAD = 'A002' satisfies BuiltInError;
export const AIR_VERY_BAD = 'A004' satisfies BuiltInError;
export const OUT_OF_RANGE = 'M008' satisfies BuiltInError;
export const STUCK = 'M009' satisfies BuiltInError;
export const BASELINE_DRIFT = 'M011' satisfies BuiltInError;
export const CLOCK_OFF = 'M012' satisfies BuiltInError;
export const PURIFIER_SILENT = 'P001' satisfies BuiltInError;
export const FILTER_EXPIRED = 'P010' satisfies BuiltInError;
export const FILTER_DUE = 'P011' satisfies BuiltInError;
export const PM_NOT_FALLING = 'P013' satisfies BuiltInError;
export const PURIFIER_TROUBLE = 'P016' satisfies BuiltInError;
export const DECODER_OFF = 'D001' satisfies BuiltInError;

// Codes of what people report.
export const REPORTED = 'R001' satisfies BuiltInError;
export const NOTED = 'R002' satisfies BuiltInError;

/** Alarms of the server itself. They belong to no organization, and have no row with a severity. */
export const SERVER_ERRORS = [
  'S001',
  'S002',
  'S003',
  'S004',
  'S005',
  'S006',
  'S007',
  'S008',
  'S009',
  'S010',
  'S011',
] as const;
export type ServerError = (typeof SERVER_ERRORS)[number];

export const isBuiltInError = (code: string): boolean => Object.hasOwn(BUILT_IN_ERRORS, code);
/** No other error can have such a code. */
export const isReservedError = (code: string): boolean =>
  isBuiltInError(code) || SERVER_ERRORS.some((each) => each === code);
