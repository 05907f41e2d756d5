import { ALARM_STATES } from '@airdeck/contract/alarm/routes';
import { ALARM_CATEGORIES } from '@airdeck/contract/alarm/schema';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import { BUCKET_UNITS } from '@airdeck/domain/bucket';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { z } from 'zod';

export const PAGE_SIZES = [12, 50, 200, 1000] as const;
export const MAX_FILTER = 60;

/** Everything in an address is text, but links within the console pass numbers. */
const written = z.union([z.string(), z.number()]).transform(String);
const number = written
  .pipe(z.string().regex(/^[1-9]\d{0,9}$/))
  .transform(Number)
  .optional()
  .catch(undefined);
const part = written.pipe(z.string().min(1).max(MAX_FILTER)).optional().catch(undefined);
const texts = z
  .union([z.array(z.string()), z.string().transform((one) => [one])])
  .optional()
  .catch(undefined);

/** Filters by a part of a name, in the order of the places. */
export const NAME_FILTERS = [
  'organizationName',
  'officeName',
  'departmentName',
  'meterName',
  'sensorName',
  'airName',
] as const;
export type NameFilter = (typeof NAME_FILTERS)[number];
/** Places as Monitoring links to them. */
export const PLACE_FILTERS = ['organizationId', 'officeId', 'departmentId', 'meterId', 'sensorId'] as const;

/** The query of both alarm screens. Invalid parts are ignored, so that an old link still opens. */
export const alarmSearch = z.object({
  search: part,
  organizationName: part,
  officeName: part,
  departmentName: part,
  meterName: part,
  sensorName: part,
  airName: part,
  organizationId: number,
  officeId: number,
  departmentId: number,
  meterId: number,
  sensorId: number,
  severity: z.enum(SEVERITIES).optional().catch(undefined),
  category: z.enum(ALARM_CATEGORIES).optional().catch(undefined),
  state: z.enum(ALARM_STATES).optional().catch(undefined),
  /** The first day; `any` is none, and without it the screen has its own. */
  startTime: z
    .union([z.iso.date(), z.literal('any')])
    .optional()
    .catch(undefined),
  endTime: z.iso.date().optional().catch(undefined),
  view: z.literal('graph').optional().catch(undefined),
  unit: z.enum(BUCKET_UNITS).optional().catch(undefined),
  /** 1-based, as on screen. */
  page: number,
  size: z
    .union([z.number(), z.string().transform(Number)])
    .pipe(z.literal(PAGE_SIZES))
    .optional()
    .catch(undefined),
  sort: texts,
  /** The alarm that is looked at. */
  open: number,
});
export type AlarmSearch = z.infer<typeof alarmSearch>;

/** Changes part of the address; `visit` makes the back button return to what was before. */
export type ChangeSearch = (part: Partial<AlarmSearch>, options?: { visit?: boolean }) => void;

export function useAlarmSearch(): [AlarmSearch, ChangeSearch] {
  const raw = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = useMemo(() => alarmSearch.parse(raw), [raw]);
  const change = useCallback<ChangeSearch>(
    (part, { visit = false } = {}) =>
      void navigate({ to: '.', search: (old: object) => ({ ...old, ...part }), replace: !visit, resetScroll: false }),
    [navigate],
  );
  return [search, change];
}

/** Filters besides the days and the state. */
export const isNarrowed = (search: AlarmSearch): boolean =>
  [...NAME_FILTERS, ...PLACE_FILTERS, 'search', 'severity', 'category'].some(
    (name) => search[name as keyof AlarmSearch] !== undefined,
  );

export const NOTHING_NARROWED: Partial<AlarmSearch> = {
  ...Object.fromEntries([...NAME_FILTERS, ...PLACE_FILTERS].map((name) => [name, undefined])),
  ...{ search: undefined, severity: undefined, category: undefined, page: undefined },
};
