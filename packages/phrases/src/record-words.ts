import type { FieldChange } from '@airdeck/contract/record/changes';
import { THRESHOLD_NAMES } from '@airdeck/contract/standard/rule';
import type { Language } from '@airdeck/contract/user/schema';
import { LAYERS } from '@airdeck/domain/retention';
import { SENSOR_TYPE_INFO, SENSOR_TYPES } from '@airdeck/domain/sensor-type';

type Row = Readonly<Record<string, unknown>>;

/** The row that a value belongs to: its entity decides how a field is called, its type the unit of a number. */
export interface RecordedRow {
  entity: string;
  row: Row | null;
}

export interface RecordWords {
  /** The label of a field; its name if no text knows it. */
  label(field: string, of: RecordedRow): string;
  /** A value in words; '' for an empty one. Never cut. */
  value(field: string, value: unknown, of: RecordedRow): string;
}

interface RecordWordsOptions {
  language: Language;
  /** The texts of the area `admin` in that language. */
  texts: object;
  /** An instant and a day as the reader's screen shows them. */
  time(instant: string): string;
  day(day: string): string;
}

/** Choices whose texts have another key than the field. */
const CHOICE: Readonly<Record<string, string>> = { group: 'error_group', master_use: 'use', auto_clear: 'severity' };
const CHOICE_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  meters: { type: 'meterType' },
  notification_rules: { severity: 'severity_least' },
};
const LABEL_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = { meters: { secret: 'device_secret' } };

/** Numbers in the unit of the row's sensor type. */
const MEASURED = new Set<string>([
  ...THRESHOLD_NAMES,
  ...['range_min', 'range_max', 'planned_bounds', 'limit', 'release', 'value', 'bound'],
]);

/** Numbers that name something and count nothing. */
const NAMING = new Set(['port', 'number', 'sequence', 'filter']);

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Nested deeper than anything that is recorded. */
const MAX_DEPTH = 4;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text of the area by its path; undefined where it has none, for names of the prototype too. */
const textAt = (texts: object, ...path: readonly string[]): string | undefined => {
  let part: unknown = texts;
  for (const name of path) {
    if (!isRow(part) || !Object.hasOwn(part, name)) return undefined;
    part = part[name];
  }
  return typeof part === 'string' ? part : undefined;
};

const unitOf = (row: Row | null): string | undefined => {
  const type = SENSOR_TYPES.find((each) => [row?.applies_to, row?.sensor_type, row?.type].includes(each));
  return type === undefined ? undefined : SENSOR_TYPE_INFO[type].unit;
};

const weekdays = (language: Language, form: 'long' | 'short'): string[] => {
  const format = new Intl.DateTimeFormat(language, { weekday: form, timeZone: 'UTC' });
  // 2024-01-01 was a Monday.
  return Array.from({ length: 7 }, (_, i) => format.format(Date.UTC(2024, 0, 1 + i)));
};

/** Names of fields and values of recorded changes, the same on screen and in files. */
export const createRecordWords = ({ language, texts, time, day }: RecordWordsOptions): RecordWords => {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
  const join = language === 'ko' ? '~' : '–';
  const layers: readonly string[] = LAYERS;

  const periodText = (period: Row): string => {
    const clock = (at: unknown) => String(at).replace(/^(\d{2})(\d{2})$/, '$1:$2');
    const mode = textAt(texts, 'timetable', 'mode', String(period.mode)) ?? String(period.mode);
    return `${clock(period.start)}${join}${clock(period.end)} ${mode}`;
  };

  const periodsText = (periods: unknown): string => {
    const rows = Array.isArray(periods) ? periods.filter(isRow) : [];
    return rows.length === 0 ? (textAt(texts, 'timetable', 'off') ?? '') : rows.map(periodText).join(', ');
  };

  /** Neighbouring days with the same periods are one. */
  const weekText = (week: readonly unknown[]): string => {
    const names = weekdays(language, 'short');
    const runs: { first: number; last: number; text: string }[] = [];
    for (const [at, periods] of week.entries()) {
      const text = periodsText(periods);
      const run = runs.at(-1);
      if (run?.text === text) run.last = at;
      else runs.push({ first: at, last: at, text });
    }
    const span = ({ first, last }: (typeof runs)[number]) =>
      first === last ? names[first] : `${names[first]}${join}${names[last]}`;
    return runs.map((run) => `${span(run)} ${run.text}`).join(' · ');
  };

  const exceptionText = ({ name, from, to, periods }: Row): string =>
    `${name} ${day(String(from))}${join}${day(String(to))} ${periodsText(periods)}`;

  const label = (field: string, { entity }: RecordedRow): string => {
    const [name = field, part] = field.split('.');
    if (name === 'week' && part !== undefined) {
      const weekday = weekdays(language, 'long')[Number(part)] ?? part;
      return (textAt(texts, 'audit', 'field', 'weekday') ?? '{{day}}').replace('{{day}}', () => weekday);
    }
    if (layers.includes(name)) {
      const layer = textAt(texts, 'retention', 'layer', name) ?? name;
      return (textAt(texts, 'audit', 'field', 'retention') ?? '{{layer}}').replace('{{layer}}', () => layer);
    }
    const other = LABEL_OF[entity]?.[name];
    if (other !== undefined) return textAt(texts, 'audit', 'field', other) ?? name;
    return (
      textAt(texts, 'field', name) ??
      textAt(texts, 'audit', 'field', name) ??
      textAt(texts, 'choice', 'sensor_type', field.replace('.', '_')) ??
      field
    );
  };

  const wordOf = (field: string, text: string, { entity }: RecordedRow): string => {
    const choice = CHOICE_OF[entity]?.[field] ?? CHOICE[field] ?? (field === 'type' ? 'sensor_type' : field);
    const key = text.replace('.', '_');
    const word = textAt(texts, 'choice', choice, key) ?? textAt(texts, 'audit', 'word', text);
    if (word !== undefined) return word;
    if (text === 'Y' || text === 'N') return textAt(texts, text === 'Y' ? 'yes' : 'no') ?? text;
    if (INSTANT.test(text) && !Number.isNaN(Date.parse(text))) return time(text);
    return DAY.test(text) ? day(text) : text;
  };

  const valueText = (field: string, value: unknown, of: RecordedRow, depth: number): string => {
    if (value === null || value === undefined || value === '') return '';
    if (typeof value === 'boolean') return textAt(texts, value ? 'yes' : 'no') ?? String(value);
    if (typeof value === 'number') return NAMING.has(field) ? String(value) : number.format(value);
    if (typeof value === 'string') return wordOf(field, value, of);
    if (depth >= MAX_DEPTH) return JSON.stringify(value);
    if (Array.isArray(value)) {
      if (field === 'week') return weekText(value);
      if (field.startsWith('week.')) return periodsText(value);
      if (field === 'exceptions') return value.filter(isRow).map(exceptionText).join(' · ');
      const join = typeof value[0] === 'number' ? ' · ' : ', ';
      return value.map((each) => valueText(field, each, of, depth + 1)).join(join);
    }
    return Object.entries(value)
      .map(([name, each]) => `${label(name, of)} ${valueText(name, each, of, depth + 1)}`)
      .join(', ');
  };

  return {
    label,
    value: (field, value, of) => {
      const text = valueText(field, value, of, 0);
      const isNumber = typeof value === 'number' || Array.isArray(value);
      const unit = text !== '' && isNumber && MEASURED.has(field) ? unitOf(of.row) : undefined;
      return unit === undefined ? text : `${text} ${unit}`;
    },
  };
};

/** The row that decides labels and units of a change. */
export const rowOf = (record: { entity: string; before: Row | null; after: Row | null }): RecordedRow => ({
  entity: record.entity,
  row: record.after ?? record.before,
});

/** Both sides of a change in words. */
export const changeWords = (
  words: RecordWords,
  { field, before, after }: FieldChange,
  of: RecordedRow,
): { label: string; before: string; after: string } => ({
  label: words.label(field, of),
  before: words.value(field, before, of),
  after: words.value(field, after, of),
});
