import styles from './login.module.css';

const COUNT = 22;

/** One stream of air: all of them follow the same bend, closer together where the air is slower. */
function stream(i: number): string {
  const y = 40 + i * 24;
  const bend = 90 - i * 3;
  return `M-60 ${y + bend}C140 ${y - bend * 1.6} 300 ${y + bend * 1.7} 470 ${y}S700 ${y - bend} 820 ${y + bend * 0.4}`;
}

const STREAMS = Array.from({ length: COUNT }, (_, i) => stream(i));

/** Streams of air: they drift slowly, and stand still for those who asked for less motion. */
export function AirStreams() {
  return (
    <svg className={styles.streams} aria-hidden="true" viewBox="0 0 720 600" preserveAspectRatio="xMidYMid slice">
      {STREAMS.map((d, i) => (
        <path
          key={d}
          d={d}
          style={{ animationDelay: `${i * -1.7}s`, opacity: 0.1 + 0.26 * Math.sin((i / COUNT) * Math.PI) }}
        />
      ))}
    </svg>
  );
}
