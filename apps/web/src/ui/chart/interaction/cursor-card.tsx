import { Fragment } from 'react';
import styles from '../chart.module.css';
import { MarkKey } from '../chart-legend.tsx';
import type { Readout } from '../model/drawing.ts';
import type { TimeRange } from '../model/time-range.ts';

/** Share of the width beyond which the card is left of the cursor, where there is more room. */
const TURN = 0.5;

interface CursorCardProps {
  readout: Readout;
  range: TimeRange;
  /** Height of the area below the plot of the lines, px. */
  below: number;
}

/** A line at the cursor's time, dots on the lines, and a card with all values. */
export function CursorCard({ readout, range: { from, to }, below }: CursorCardProps) {
  const share = (time: number) => (time - from) / (to - from);
  const at = share(readout.time);
  const isIn = at >= 0 && at <= 1;
  const place = `calc(${(at < TURN ? at : 1 - at) * 100}% + 14px)`;
  const side = { [at < TURN ? '--left' : '--right']: place, [at < TURN ? '--right' : '--left']: 'auto' };
  return (
    <>
      {isIn ? <div className={styles.cursor} style={{ left: `${at * 100}%` }} /> : null}
      {readout.dots.map(({ time, top, color }) => {
        const left = share(time);
        if (left < 0 || left > 1) return null;
        return (
          <div
            key={`${color} ${top}`}
            className={styles.dot}
            style={{ left: `${left * 100}%`, top: `calc((100% - ${below}px) * ${top})`, background: color }}
          />
        );
      })}
      <div className={styles.card} style={side}>
        <ReadoutTable readout={readout} />
      </div>
    </>
  );
}

/** A row for each name, with its values and their notes. */
function ReadoutTable({ readout: { title, unit, columns, rows, shades } }: { readout: Readout }) {
  const heads = columns.length === 0 ? [unit] : columns;
  const noted = heads.map((_, i) => rows.some(({ cells }) => cells[i]?.note !== undefined));
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          {heads.map((head, i) => (
            <td key={head} colSpan={noted[i] ? 2 : 1}>
              {head}
            </td>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ mark, name, cells }) => (
          <tr key={name}>
            <th scope="row">
              <span>
                <MarkKey mark={mark} />
                {name}
              </span>
            </th>
            {cells.map(({ text, note }, i) => (
              <Fragment key={heads[i]}>
                <td>{text}</td>
                {noted[i] ? <td className={styles.note}>{note}</td> : null}
              </Fragment>
            ))}
          </tr>
        ))}
        {shades.map(({ mark, name }) => (
          <tr key={name}>
            <th scope="row" colSpan={1 + heads.length + noted.filter(Boolean).length}>
              <span>
                <MarkKey mark={mark} />
                {name}
              </span>
            </th>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A readout for screen readers: `2025-07-14 13:00: Room 1 812 ppm, Room 2 640 ppm`. */
export function readoutText({ title, unit, columns, rows, shades }: Readout): string {
  const parts = rows.flatMap(({ name, cells }) =>
    cells.map(({ text, note }, i) =>
      [name, columns[i], text, unit, note === undefined ? undefined : `(${note})`]
        .filter((word) => word !== undefined && word !== '')
        .join(' '),
    ),
  );
  return `${title}: ${[...parts, ...shades.map(({ name }) => name)].join(', ')}`;
}
