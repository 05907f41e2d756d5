import styles from './table.module.css';
import { boundedWidth, MIN_WIDTH } from './table-preferences.ts';

/** Variables of the table element, by the column's place among the visible ones. Cells read them; see `.table td`. */
const widthVariable = (place: number): string => `--column-${place}`;
const overflowVariable = (place: number): string => `--column-${place}-overflow`;

type Variables = Readonly<Record<string, string>>;

/** Content that does not fit into a chosen width is cut with dots. */
const variablesOf = (place: number, width: number): Variables => ({
  [widthVariable(place)]: `${width}px`,
  [overflowVariable(place)]: 'hidden',
});

/** Style of the table element: the chosen widths of its visible columns, in px. */
export const widthVariables = (widths: readonly (number | undefined)[]): React.CSSProperties =>
  Object.assign({}, ...widths.map((width, place) => (width === undefined ? {} : variablesOf(place, width))));

/** Style of a cell: follows the variables of its column, so that a drag changes no cell. */
export const cellStyle = (place: number): React.CSSProperties & Variables => ({
  '--column-width': `var(${widthVariable(place)})`,
  '--column-overflow': `var(${overflowVariable(place)})`,
});

interface WidthHandleProps {
  /** The column's place among the visible ones. */
  place: number;
  /** Chosen width in px; undefined when the content decides. */
  width: number | undefined;
  /** Called once, when the edge is released at another width. */
  onChange: (width: number) => void;
}

/**
 * The edge of a column, which is dragged; by keyboard widths are changed in the table's settings. The resize handler of
 * TanStack Table does not fit: it starts a column without a chosen width at 150 px instead of its width on screen.
 */
export function WidthHandle({ place, width, onChange }: WidthHandleProps) {
  const begin = (event: React.PointerEvent<HTMLElement>) => {
    const handle = event.currentTarget;
    const table = handle.closest('table');
    const initial = width ?? handle.closest('th')?.offsetWidth ?? MIN_WIDTH;
    const start = initial - event.clientX;
    let current = initial;
    handle.setPointerCapture(event.pointerId);
    const move = ({ clientX }: PointerEvent) => {
      const next = boundedWidth(start + clientX);
      if (next === current) return;
      current = next;
      for (const [name, value] of Object.entries(variablesOf(place, next))) table?.style.setProperty(name, value);
    };
    const end = () => {
      handle.removeEventListener('pointermove', move);
      if (current !== initial) onChange(current);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', end, { once: true });
  };
  return <span aria-hidden="true" className={styles.edge} onPointerDown={begin} />;
}
