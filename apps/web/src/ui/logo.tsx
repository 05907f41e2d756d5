interface LogoProps {
  /** Height of the mark in px. */
  size?: number;
  /** The mark alone, where there is no room for the word. */
  markOnly?: boolean;
}

/** The brand: three streams of air and the name, in the colour of the text around it. */
export function Logo({ size = 34, markOnly = false }: LogoProps) {
  const width = markOnly ? 34 : 122;
  return (
    <svg
      role="img"
      aria-label="Airdeck"
      height={size}
      width={(size * width) / 34}
      viewBox={`0 0 ${width} 34`}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
      style={{ display: 'block', flex: 'none' }}
    >
      <path d="M3 12h18a4.5 4.5 0 1 0-4.5-4.5M3 18h24a4.5 4.5 0 1 1-4.5 4.5M3 24h11a4 4 0 1 1-4 4" />
      {markOnly ? null : (
        <text
          x="45"
          y="25"
          fill="currentColor"
          stroke="none"
          fontFamily="'Roboto Variable', 'Noto Sans KR Variable', sans-serif"
          fontSize="22"
          fontWeight="700"
          letterSpacing="-.4"
        >
          Airdeck
        </text>
      )}
    </svg>
  );
}
