import useMediaQuery from '@mui/material/useMediaQuery';
import { type CSSProperties, memo, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { NARROW } from '../../../ui/theme/tokens.ts';
import styles from './week.module.css';
import { CellFacts, useCellText } from './week-cell.tsx';
import { cellText, DAYS, HOURS, type WeekCell, type WeekModel, weekdayName } from './week-model.ts';

/** Position of a cell in a table of days × hours. */
const indexOf = (weekday: number, hour: number): number => weekday * HOURS + hour;

/** The cell that a key leads to, days going down; null for other keys. */
export function movedBy(key: string, at: number): number | null {
  const [weekday, hour] = [Math.floor(at / HOURS), at % HOURS];
  switch (key) {
    case 'ArrowLeft':
      return indexOf(weekday, Math.max(0, hour - 1));
    case 'ArrowRight':
      return indexOf(weekday, Math.min(HOURS - 1, hour + 1));
    case 'ArrowUp':
      return indexOf(Math.max(0, weekday - 1), hour);
    case 'ArrowDown':
      return indexOf(Math.min(DAYS - 1, weekday + 1), hour);
    case 'Home':
      return indexOf(weekday, 0);
    case 'End':
      return indexOf(weekday, HOURS - 1);
    default:
      return null;
  }
}

/** The same key where hours go down and days across. */
const TURNED: Readonly<Record<string, string>> = {
  ArrowLeft: 'ArrowUp',
  ArrowRight: 'ArrowDown',
  ArrowUp: 'ArrowLeft',
  ArrowDown: 'ArrowRight',
};

/** The card beside a cell: which cell, and where it is within the table's box, px. */
interface Tip {
  cell: WeekCell;
  left: number;
  top: number;
  /** Whether it is shown left of the cell, where there is more room. */
  before: boolean;
}

interface WeekTableProps {
  model: WeekModel;
  label: string;
  /** A cell was chosen: its graph is opened. */
  onOpen: (cell: WeekCell) => void;
}

/** A week as a table of numbers on colours. Arrow keys move between cells, Enter opens the graph, a card shows the details. */
export function WeekTable({ model, label, onOpen }: WeekTableProps) {
  const { t } = useTranslation();
  // 24 columns with numbers have no room there: hours go down and days across.
  const turned = useMediaQuery(NARROW);
  const box = useRef<HTMLDivElement>(null);
  const [tip, setTip] = useState<Tip | null>(null);
  const point = useCallback((cell: WeekCell, element: HTMLElement) => {
    const around = box.current?.getBoundingClientRect();
    if (around === undefined) return;
    const { left, right, bottom } = element.getBoundingClientRect();
    const before = left - around.left > around.width / 2;
    setTip({ cell, before, left: (before ? left : right) - around.left, top: bottom - around.top });
  }, []);
  const leave = useCallback(() => setTip(null), []);
  return (
    <div ref={box} className={styles.box}>
      <Grid {...{ model, label, onOpen, turned, point, leave }} />
      {tip === null ? null : (
        <div
          className={styles.card}
          data-before={tip.before || undefined}
          style={{ '--left': `${tip.left}px`, '--top': `${tip.top}px` } as CSSProperties}
          aria-hidden="true"
        >
          <CellFacts model={model} cell={tip.cell} />
        </div>
      )}
      <p className="sr">{t('history.week.keys')}</p>
    </div>
  );
}

interface GridProps extends WeekTableProps {
  turned: boolean;
  point: (cell: WeekCell, element: HTMLElement) => void;
  leave: () => void;
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

const Grid = memo(function Grid({ model, label, onOpen, turned, point, leave }: GridProps) {
  const { t } = useTranslation();
  const table = useRef<HTMLTableElement>(null);
  const [home, setHome] = useState(() =>
    model.highest === null ? 0 : indexOf(model.highest.weekday, model.highest.hour),
  );
  const dayHead = (weekday: number) => (
    <>
      <span aria-hidden="true">{weekdayName(weekday, 'short', model.language)}</span>
      <span className="sr">{weekdayName(weekday, 'long', model.language)}</span>
    </>
  );
  const hourHead = (hour: number) => (
    <>
      <span aria-hidden="true">{hour}</span>
      <span className="sr">{t('history.week.hour', { hour })}</span>
    </>
  );
  const [rows, columns] = turned ? [numbers(HOURS), numbers(DAYS)] : [numbers(DAYS), numbers(HOURS)];
  const [rowHead, columnHead] = turned ? [hourHead, dayHead] : [dayHead, hourHead];
  const move = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') return leave();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = movedBy(turned ? (TURNED[event.key] ?? event.key) : event.key, home);
    if (next === null) return;
    event.preventDefault();
    setHome(next);
    table.current?.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus();
  };
  return (
    <table
      ref={table}
      className={styles.week}
      data-turned={turned || undefined}
      aria-label={label}
      onPointerLeave={leave}
      onBlur={leave}
    >
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th key={column} scope="col">
              {columnHead(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={move}>
        {rows.map((row) => (
          <tr key={row}>
            <th scope="row">{rowHead(row)}</th>
            {columns.map((column) => {
              const at = turned ? indexOf(column, row) : indexOf(row, column);
              const cell = model.cells[at];
              return cell === undefined ? null : (
                <Cell key={column} {...{ model, cell, at, point, onOpen }} isHome={at === home} onHome={setHome} />
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

interface CellProps {
  model: WeekModel;
  cell: WeekCell;
  at: number;
  /** Whether Tab leads here. */
  isHome: boolean;
  onHome: (at: number) => void;
  point: GridProps['point'];
  onOpen: WeekTableProps['onOpen'];
}

function Cell({ model, cell, at, isHome, onHome, point, onOpen }: CellProps) {
  const more = useCellText(model, cell);
  const { shown, completeness, mark, rating, isThin, hasMaintenance } = cell;
  const isMarked = rating === 'BAD' || rating === 'VERY_BAD';
  const state = shown !== null ? undefined : completeness === null ? 'future' : 'none';
  return (
    <td>
      <button
        type="button"
        tabIndex={isHome ? 0 : -1}
        data-at={at}
        data-state={state}
        data-thin={isThin || undefined}
        data-maintenance={hasMaintenance || undefined}
        style={shown === null ? undefined : { background: mark.color }}
        aria-disabled={completeness === null || undefined}
        onFocus={(event) => {
          onHome(at);
          point(cell, event.currentTarget);
        }}
        onPointerEnter={(event) => point(cell, event.currentTarget)}
        onClick={() => {
          if (completeness !== null) onOpen(cell);
        }}
      >
        {shown === null ? null : cellText(model, cell)}
        {isMarked ? (
          <span className={styles.mark}>
            <GradeMark rating={rating} size={8} />
          </span>
        ) : null}
        <span className="sr">{more}</span>
      </button>
    </td>
  );
}
