import { encode } from 'uqr';

/** Empty modules around the code, without which scanners do not find it. */
const BORDER = 4;

/** A QR code, drawn here: the text leaves the browser to no service. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string | undefined }) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={className}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={modules.join('')} fill="currentColor" />
    </svg>
  );
}
