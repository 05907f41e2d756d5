import { useId } from 'react';
import styles from './chart.module.css';
import type { Drawing } from './model/drawing.ts';
import { type Mark, TILE } from './model/mark.ts';

/** The meaning of colours, dashes and patterns. */
export function ChartLegend({ entries }: { entries: Drawing['legend'] }) {
  return (
    <ul className={styles.legend}>
      {entries.map(({ mark, name }) => (
        <li key={name}>
          <MarkKey mark={mark} />
          {name}
        </li>
      ))}
    </ul>
  );
}

const WIDTH = 22;
const HEIGHT = 12;

/** The colour, dash or pattern of a line or a bar, shown beside its name. */
export function MarkKey({ mark }: { mark: Mark }) {
  const id = useId();
  return (
    <svg aria-hidden="true" width={WIDTH} height={HEIGHT} style={{ flex: 'none' }}>
      {mark.kind === 'line' ? (
        <path
          d={`M1,${HEIGHT / 2}H${WIDTH - 1}`}
          stroke={mark.color}
          strokeWidth={mark.dash.length === 0 ? 3 : 2}
          strokeDasharray={mark.dash.join(' ')}
        />
      ) : (
        <>
          {mark.pattern === undefined ? null : (
            <pattern id={id} width={TILE} height={TILE} patternUnits="userSpaceOnUse">
              <path d={mark.pattern.path} stroke={mark.pattern.ink} strokeWidth="1.6" fill="none" />
            </pattern>
          )}
          <rect width={WIDTH} height={HEIGHT} rx="2" fill={mark.color} />
          <rect width={WIDTH} height={HEIGHT} rx="2" fill={mark.pattern === undefined ? 'none' : `url(#${id})`} />
        </>
      )}
    </svg>
  );
}
