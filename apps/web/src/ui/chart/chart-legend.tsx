import styles from './chart.module.css';
import type { Drawing } from './drawing.ts';
import { MarkKey } from './mark-key.tsx';

/** What the colours, dashes and patterns mean. */
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
