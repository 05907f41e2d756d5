import type { AuditRecord } from './schema.ts';

type Row = Readonly<Record<string, unknown>>;

/** The part of an audit record that its changes are computed from. */
export type StoredChange = Pick<AuditRecord, 'action' | 'before' | 'after'>;

/** One field before and after; null: empty, or no such row then. `week.0` is the Monday of a list by weekday. */
export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/**
 * The changes of an audit record. CHANGED: fields with both values. FACTS: fields with one value, of a row that was added,
 * deleted or viewed, or of a change whose old values are unknown. SAME: no visible field differs. UNRECORDED: an old
 * record that names the row only.
 */
export interface RecordedChanges {
  kind: 'CHANGED' | 'FACTS' | 'SAME' | 'UNRECORDED';
  fields: readonly FieldChange[];
}

/** Fields that mean nothing to people: keys, counters, times of the row itself, and copies of other rows' values. */
const SILENT = new Set([
  ...['id', 'version', 'created_time', 'updated_time', 'last_login_time', 'corrected_time'],
  ...['first_day', 'inherited_bounds', 'replaced', 'built_in', 'occurrence_of', 'organization_name_en'],
]);
/** Fields that the columns of the list show already. */
const SHOWN_BESIDE = new Set(['organization_name', 'organization_code']);

export const isSilent = (field: string): boolean =>
  SILENT.has(field) || field.startsWith('master_') || field.endsWith('_id') || field.endsWith('_count');

/** The most telling fields, first. The database keeps no order of fields. */
const FIRST = [
  ...['name', 'name_en', 'login', 'code', 'number', 'sequence', 'type', 'content', 'authority', 'ip', 'port', 'use'],
  ...['office_name', 'department_name', 'meter_name', 'sensor_name', 'air_name', 'email', 'phone'],
  ...['good', 'normal', 'bad', 'very_bad', 'some_cold', 'nice', 'some_hot', 'very_hot'],
  ...['very_dry', 'some_dry', 'some_humid', 'very_humid', 'planned_bounds', 'planned_from', 'inherits', 'valid_from'],
  ...['applies_to', 'average', 'basis', 'direction', 'limit', 'release', 'duration_min'],
  ...['severity', 'channel', 'recipients', 'url', 'auto_mode', 'filter'],
  ...['acknowledged_time', 'acknowledged_login', 'acknowledged_note', 'cleared_time', 'cleared_login', 'cleared_note'],
  ...['shelved_until', 'shelved_login', 'shelved_note', 'window_id'],
];
const placeOf = new Map(FIRST.map((field, i) => [field, i]));
const inOrder = (a: string, b: string): number =>
  (placeOf.get(a) ?? FIRST.length) - (placeOf.get(b) ?? FIRST.length) || (a < b ? -1 : 1);

const SECRET = /password|secret|token|hash/i;
/** The values that are recorded of a secret: that it was renewed or exists. */
const WORDS_OF_SECRETS: readonly unknown[] = [null, 'renewed', 'ended', 'Y', 'N'];
export const MASKED = '••••••';

/** A recorded row without secrets. None is recorded on purpose; this keeps one that was recorded by mistake. */
export const withoutSecrets = <R extends Row | null>(row: R): R => {
  if (row === null) return row;
  const isHidden = ([name, value]: [string, unknown]) => SECRET.test(name) && !WORDS_OF_SECRETS.includes(value);
  return Object.fromEntries(Object.entries(row).map((entry) => (isHidden(entry) ? [entry[0], MASKED] : entry))) as R;
};

const isGiven = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
const given = (value: unknown): unknown => (isGiven(value) ? value : null);
const textOf = (value: unknown): string => JSON.stringify(given(value));

/** The value of a field; of thresholds that are planned to go back to the inherited ones, the word for it. */
const valueIn = (row: Row, field: string): unknown =>
  field === 'planned_bounds' && isGiven(row.planned_from) ? (row[field] ?? 'inherited') : given(row[field]);

/** The weekdays of a week as fields of their own, so that one changed day does not repeat the other six. */
const byDay = ({ field, before, after }: FieldChange): FieldChange[] => {
  if (field !== 'week' || !Array.isArray(before) || !Array.isArray(after)) return [{ field, before, after }];
  const days = Array.from({ length: Math.max(before.length, after.length) }, (_, i) => i);
  return days
    .map((day) => ({ field: `week.${day}`, before: given(before[day]), after: given(after[day]) }))
    .filter((change) => textOf(change.before) !== textOf(change.after));
};

const namesOf = (...rows: (Row | null)[]): string[] =>
  [...new Set(rows.flatMap((row) => Object.keys(row ?? {})))].filter((name) => !isSilent(name)).toSorted(inOrder);

const differences = (before: Row, after: Row): FieldChange[] =>
  namesOf(before, after)
    .map((field) => ({ field, before: valueIn(before, field), after: valueIn(after, field) }))
    .filter((change) => textOf(change.before) !== textOf(change.after))
    .flatMap(byDay);

const factsOf = (row: Row, side: 'before' | 'after'): FieldChange[] =>
  namesOf(row)
    .filter((field) => !SHOWN_BESIDE.has(field) && isGiven(row[field]))
    .map((field) => ({ field, before: null, after: null, [side]: row[field] }));

/** The changes of an audit record, field by field, the most telling ones first. */
export const recordedChanges = ({ action, before, after }: StoredChange): RecordedChanges => {
  if (action === 'write' && before !== null && after !== null) {
    const fields = differences(before, after);
    return { kind: fields.length > 0 ? 'CHANGED' : 'SAME', fields };
  }
  const [row, side] = action === 'delete' ? ([before ?? after, 'before'] as const) : ([after, 'after'] as const);
  const fields = row === null ? [] : factsOf(row, side);
  return { kind: fields.length > 0 ? 'FACTS' : 'UNRECORDED', fields };
};
