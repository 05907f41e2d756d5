import { Fragment } from 'react';
import styles from './chart.module.css';
import type { Readout } from './drawing.ts';
import { MarkKey } from './mark-key.tsx';
import type { View } from './view.ts';

/** From here on there is more room on the other side of the cursor. */
const TURN = 0.5;

/** A line at the cursor's time, dots on the lines, and a card with all values. */
export function CursorCard({ readout, view: { from, to } }: { readout: Readout; view: View }) {
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
            style={{ left: `${left * 100}%`, top: `${top * 100}%`, background: color }}
          />
        );
      })}
      <div className={styles.card} style={side}>
        <ReadoutTable readout={readout} />
      </div>
    </>
  );
}

/** A row for each name; beside the values, where there are any, what is to be known about them. */
function ReadoutTable({ readout: { title, unit, columns, rows } }: { readout: Readout }) {
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
      </tbody>
    </table>
  );
}
