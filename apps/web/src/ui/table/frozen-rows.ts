/** More than one new row a second during this time is a storm. */
const STORM_MS = 5_000;
const STORM_ROWS = STORM_MS / 1_000;

interface Identified {
  readonly id: number;
}

/** A row; `gone` when it has left the list while that was kept still. */
export type FrozenRow<Row> = Row & { gone?: boolean };

/** A list that changes without the user, and its shown part. */
export interface FrozenState<Row> {
  readonly question: string | null;
  /** The rows that are shown, in their places. */
  readonly shown: readonly Row[] | undefined;
  /** The list as it was read last. */
  readonly last: readonly Row[] | undefined;
  /** How long the whole list was when it was shown. */
  readonly total: number;
  /** New rows that wait, by id: those that have been on this page. */
  readonly news: ReadonlyMap<number, Row>;
  /** When the new rows of the last seconds came, epoch milliseconds. */
  readonly arrivals: readonly number[];
  /** After a storm rows wait until they are requested. */
  readonly isStormy: boolean;
}

/** The list as it is now. */
export interface FrozenInput<Row> {
  readonly rows: readonly Row[] | undefined;
  /** Rows of the whole list. */
  readonly total: number;
  /** The query of the rows; null while rows of the previous query are shown instead. */
  readonly question: string | null;
  /** A person points at the list, chooses or reads. */
  readonly isHeld: boolean;
  /** Whether this is the list's last page: rows missing there have left the list. */
  readonly isLast: boolean;
  readonly now: number;
}

const NOTHING = new Map<number, never>();
const idsOf = (rows: readonly Identified[] | undefined): Set<number> => new Set(rows?.map(({ id }) => id));

type Listed<Row> = Pick<FrozenInput<Row>, 'rows' | 'total'>;

/** Shows the list as it is. */
export const showAll = <Row>(state: FrozenState<Row>, { rows, total }: Listed<Row>): FrozenState<Row> => {
  return { ...state, shown: rows, last: rows, total, news: NOTHING, isStormy: false };
};

export const beginFrozen = <Row>({
  rows,
  total,
  question,
}: Listed<Row> & Pick<FrozenInput<Row>, 'question'>): FrozenState<Row> => {
  return { question, shown: rows, last: rows, total, news: NOTHING, arrivals: [], isStormy: false };
};

/** New rows of a page. Rows behind the previous last row have moved up from the next page and are not new. */
const arrived = <Row extends Identified>(
  rows: readonly Row[],
  before: readonly Row[] | undefined,
  isLast: boolean,
): readonly Row[] => {
  const known = idsOf(before);
  const end = isLast ? rows.length : rows.findLastIndex(({ id }) => known.has(id));
  return (end < 0 ? rows : rows.slice(0, end)).filter(({ id }) => !known.has(id));
};

const recent = (arrivals: readonly number[], now: number): number[] => arrivals.filter((at) => now - at < STORM_MS);

/** Whether rows arrive faster than people can read. */
export const isStorm = ({ arrivals }: Pick<FrozenState<unknown>, 'arrivals'>, now: number): boolean =>
  recent(arrivals, now).length > STORM_ROWS;

/**
 * The shown part of a changed list; the same state if nothing changed. While the list is held or in a storm, no row
 * appears, disappears or moves. An empty list and another query are applied at once.
 */
export const follow = <Row extends Identified>(state: FrozenState<Row>, input: FrozenInput<Row>): FrozenState<Row> => {
  const { rows, question, isHeld, isLast, now } = input;
  if (state.question !== question || state.last === undefined) {
    const isSame = state.question === question && state.last === rows;
    return isSame ? state : beginFrozen(input);
  }
  if (rows === undefined) return state;
  const isRead = state.last !== rows;
  const came = isRead ? arrived(rows, state.last, isLast) : [];
  const arrivals = came.length === 0 ? state.arrivals : [...recent(state.arrivals, now), ...came.map(() => now)];
  const isStormy = state.isStormy || (came.length > 0 && isStorm({ arrivals }, now));
  const isEmpty = state.shown === undefined || state.shown.length === 0;
  if (isEmpty || !(isHeld || isStormy)) {
    return state.shown === rows ? state : { ...showAll(state, input), arrivals };
  }
  if (!isRead) return state;
  const shown = idsOf(state.shown);
  const listed = idsOf(rows);
  const news = new Map([...state.news, ...came.map((row) => [row.id, row] as const)]);
  for (const id of news.keys()) if (shown.has(id) || (isLast && !listed.has(id))) news.delete(id);
  return { ...state, last: rows, news, arrivals, isStormy };
};

/** The pointer has left the list: rows that wait since a storm that is over are shown. */
export const leave = <Row>(state: FrozenState<Row>, now: number): FrozenState<Row> =>
  state.isStormy && !isStorm(state, now) ? { ...state, isStormy: false } : state;

/**
 * The rows in their places, each as it is now. One that is missing between rows that are listed has left the list; at an
 * open end of the page it may only have moved to the next or previous one.
 */
export const drawn = <Row extends Identified>(
  { shown, last }: FrozenState<Row>,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): readonly FrozenRow<Row>[] | undefined => {
  if (shown === undefined || shown === last) return shown;
  const listed = new Map((last ?? []).map((row) => [row.id, row]));
  const from = isFirst ? 0 : shown.findIndex(({ id }) => listed.has(id));
  const to = isLast ? shown.length : shown.findLastIndex(({ id }) => listed.has(id));
  const hasLeft = (i: number): boolean => from >= 0 && i >= from && i < to;
  return shown.map((row, i) => listed.get(row.id) ?? (hasLeft(i) ? { ...row, gone: true } : row));
};

/** How many new rows wait: at least those that were seen, and as many as the list has grown by. */
export const newsCount = <Row>({ news, total }: FrozenState<Row>, totalNow: number): number =>
  news.size === 0 ? 0 : Math.max(news.size, totalNow - total);
