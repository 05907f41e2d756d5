import type { Readout } from './drawing.ts';

/** A readout to be heard: `2025-07-14 13:00: Room 1 812 ppm, Room 2 640 ppm`. */
export function readoutText({ title, unit, columns, rows }: Readout): string {
  const parts = rows.flatMap(({ name, cells }) =>
    cells.map(({ text, note }, i) =>
      [name, columns[i], text, unit, note === undefined ? undefined : `(${note})`]
        .filter((word) => word !== undefined && word !== '')
        .join(' '),
    ),
  );
  return `${title}: ${parts.join(', ')}`;
}
