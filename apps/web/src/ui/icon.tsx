/** One path per icon, on a 24 × 24 grid, drawn with a round 2 px stroke. */
const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16.2 16.2 21 21',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21c.6-4 3.8-6 8-6s7.4 2 8 6',
  logout: 'M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4M4 12h11M11 8l4 4-4 4',
  chevronRight: 'M9 5l7 7-7 7',
  chevronLeft: 'M15 5l-7 7 7 7',
  chevronDown: 'M5 9l7 7 7-7',
  chevronUp: 'M5 15l7-7 7 7',
  arrowUp: 'M12 20V5M6 11l6-6 6 6',
  arrowDown: 'M12 4v15M6 13l6 6 6-6',
  arrowRight: 'M4 12h15M13 6l6 6-6 6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  check: 'M5 12.5l5 5L19.5 7',
  eye: 'M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  eyeOff:
    'M3 3l18 18M10.6 5.6a10 10 0 0 1 1.4-.1c6.4 0 10 6.5 10 6.5a17 17 0 0 1-3 3.7M6.5 6.7A16 16 0 0 0 2 12s3.6 6.5 10 6.5c1.8 0 3.4-.5 4.8-1.3M9.9 9.9a3 3 0 0 0 4.2 4.2',
  refresh: 'M20 5v5h-5M4 19v-5h5M19 10a7.5 7.5 0 0 0-13.3-2.7M5 14a7.5 7.5 0 0 0 13.3 2.7',
  columns: 'M4 5h16v14H4ZM10 5v14M15 5v14',
  warning: 'M12 4 22 20H2ZM12 10v4.5M12 17.3v.2',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.8v.2',
  offline:
    'M3 3l18 18M5 12.5a10 10 0 0 1 5-2.8M2 9a15 15 0 0 1 5-3.2M12 6c3.8 0 7.3 1.2 10 3M16 11a10 10 0 0 1 3 1.5M9 16a5 5 0 0 1 6 0M12 19.5v.2',
  gauge: 'M4 17a8.5 8.5 0 1 1 16 0M12 14l4-5M11 15.5h2',
  pulse: 'M3 12h4l3-7 4 14 3-7h4',
  sliders:
    'M4 7h9M19 7h1M4 17h1M11 17h9M16 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  headset:
    'M5 13V11a7 7 0 0 1 14 0v2M5 13h3v6H6.5A1.5 1.5 0 0 1 5 17.5ZM19 13h-3v6h1.5a1.5 1.5 0 0 0 1.5-1.5ZM17 19c0 1.5-1.5 2-3.5 2',
  phone:
    'M5 4h4l1.5 5-2.3 1.6a12 12 0 0 0 5.2 5.2L15 13.5l5 1.5v4a1.5 1.5 0 0 1-1.6 1.5A16 16 0 0 1 3.5 5.6 1.5 1.5 0 0 1 5 4Z',
  globe:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c2.8 2.6 4 5.6 4 9s-1.2 6.4-4 9c-2.8-2.6-4-5.6-4-9s1.2-6.4 4-9Z',
  map: 'M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2ZM9 4v14M15 6v14',
  places: 'M4 21V9l6-4v16M10 21h10V11h-10M14 15h2M14 18h2M7 11v.1M7 15v.1',
  copy: 'M9 9h11v11H9ZM5 15H4V4h11v1',
  power: 'M12 3v9M6.3 6.8a8 8 0 1 0 11.4 0',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.5v13l11-6.5Z',
  upload: 'M12 16V5M7 9.5l5-5 5 5M4 20h16',
  download: 'M12 4v11M7 10.5l5 5 5-5M4 20h16',
  camera: 'M4 8h3l2-2.5h6L17 8h3v11H4ZM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z',
  calendar: 'M4 6h16v14H4ZM4 10.5h16M8 3.5v4M16 3.5v4',
  history: 'M4.5 9a8 8 0 1 1-.4 5M4 4.5V9h4.5M12 8v4.5l3 2',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15ZM10 21h4',
  sound: 'M4 9.5v5h4l5 4.5V5L8 9.5ZM16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12',
  soundOff: 'M4 9.5v5h4l5 4.5V5L8 9.5ZM17 9.5l5 5M22 9.5l-5 5',
  wind: 'M3 9h11a3 3 0 1 0-3-3M3 13.5h15.5a3 3 0 1 1-3 3M3 18h7a2 2 0 1 1-2 2',
  megaphone: 'M4 10v4h3l9 4.5v-13L7 10ZM7 14v4.5h3V15.5M19.5 9.5a4 4 0 0 1 0 5',
  grip: 'M9 6.5v.1M15 6.5v.1M9 12v.1M15 12v.1M9 17.5v.1M15 17.5v.1',
  share: 'M12 15V4M8 7.5 12 3.5l4 4M7 11H5v10h14V11h-2',
  mail: 'M3 5.5h18v13H3ZM3.5 6.5 12 13l8.5-6.5',
  bookmark: 'M6 4h12v16l-6-4.5L6 20Z',
  pencil: 'M5 19l1-4L16 5l3 3L9 18ZM14 7l3 3',
  hammer: 'M13 6l5 5M9 10l5 5M15.5 3.5 20.5 8.5 18 11 13 6ZM11.5 12.5 4.5 19.5',
} as const;

export type IconName = keyof typeof PATHS;

interface IconProps {
  name: IconName;
  size?: number;
}

/** A decoration beside a text, or inside a control with a label; hidden from screen readers. */
export function Icon({ name, size = 20 }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
