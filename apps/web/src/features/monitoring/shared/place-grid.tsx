import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import { CardGrid } from '../../../ui/card/card.tsx';
import { ReorderAnimation } from '../../../ui/reorder-animation.tsx';
import { SIZES } from '../../../ui/theme/tokens.ts';
import styles from './shared.module.css';

/** Up to this many cards are all drawn, so that find-in-page and printing include every one. */
const VIRTUAL_FROM = 60;
const GAP = 18;
/** Height above a grid, px. */
const ABOVE = 300;

/** How many cards fill the window, about. */
const inSight = (min: number, height: number): number =>
  Math.max(1, Math.floor((window.innerWidth - SIZES.drawer) / (min + GAP))) *
  Math.max(1, Math.ceil((window.innerHeight - ABOVE) / (height + GAP)));

interface PlaceGridProps<T> {
  items: readonly T[];
  render: (item: T) => React.ReactNode;
  keyOf: (item: T) => number;
  /** Narrowest width of a card, and how high one is about, in px. */
  min: number;
  height: number;
}

/** Cards in as many columns as fit. Only the visible rows of a long list are drawn. */
export function PlaceGrid<T>(props: PlaceGridProps<T>) {
  const { items, keyOf } = props;
  return (
    <ReorderAnimation order={items.map(keyOf).join(' ')}>
      {items.length > VIRTUAL_FROM ? <LongGrid {...props} /> : <ShortGrid {...props} />}
    </ReorderAnimation>
  );
}

function Places<T>({ items, keyOf, render }: Pick<PlaceGridProps<T>, 'items' | 'keyOf' | 'render'>) {
  return items.map((item) => (
    <div key={keyOf(item)} data-reorder-key={keyOf(item)} className={styles.place}>
      {render(item)}
    </div>
  ));
}

/**
 * Renders the visible cards first and the others afterwards. Their space is reserved, so that the page has its final
 * length.
 */
function ShortGrid<T>({ items, keyOf, render, min, height }: PlaceGridProps<T>) {
  // Read once: reading the window's size forces a layout.
  const [first] = useState(() => inSight(min, height));
  const drawn = useDeferredValue(items.length, first);
  return (
    <CardGrid min={min}>
      <Places items={items.slice(0, drawn)} keyOf={keyOf} render={render} />
      {items.slice(drawn).map((item) => (
        <div key={keyOf(item)} style={{ height }} />
      ))}
    </CardGrid>
  );
}

/** Position of the list on the page, and its number of columns. */
function useShape(min: number) {
  const grid = useRef<HTMLDivElement>(null);
  const [shape, setShape] = useState({ top: 0, columns: 1 });
  useLayoutEffect(() => {
    const element = grid.current;
    if (element === null) return;
    const measure = () => {
      const { top, width } = element.getBoundingClientRect();
      const next = { top: top + window.scrollY, columns: Math.max(1, Math.floor((width + GAP) / (min + GAP))) };
      setShape((old) => (old.top === next.top && old.columns === next.columns ? old : next));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    // Content above may grow and push the list down.
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [min]);
  return { grid, ...shape };
}

function LongGrid<T>({ items, render, keyOf, min, height }: PlaceGridProps<T>) {
  const { grid, top, columns } = useShape(min);
  const virtual = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => height + GAP,
    overscan: 2,
    scrollMargin: top,
  });
  return (
    <div ref={grid} className={styles.rows} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start }) => (
        <div
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          className={styles.row}
          style={{
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            transform: `translateY(${start - top}px)`,
          }}
        >
          <Places items={items.slice(index * columns, (index + 1) * columns)} keyOf={keyOf} render={render} />
        </div>
      ))}
    </div>
  );
}
