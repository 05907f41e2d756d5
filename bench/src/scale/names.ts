/** Fewer for a quick look: 500 meters each. */
const GATEWAYS = Number(process.env.BENCH_GATEWAYS ?? 600);
export const METERS_PER_GATEWAY = 500;
/** Frames a second of all meters. */
export const RATE = Number(process.env.BENCH_RATE ?? 1_500);
/** Of each meter: 200 s. */
export const INTERVAL_S = Math.max(1, Math.round((GATEWAYS * METERS_PER_GATEWAY) / RATE));
const GATEWAYS_OF_FIRST = 40;
/** Each has one or two gateways. */
const OTHER_ORGANIZATIONS = 299;
const FIRST_CODE = 10_000_001;

/** Codes of the organizations of all gateways. */
export const organizationCodes = (): string[] =>
  Array.from({ length: GATEWAYS }, (_, gateway) => {
    const place = gateway < GATEWAYS_OF_FIRST ? 0 : 1 + ((gateway - GATEWAYS_OF_FIRST) % OTHER_ORGANIZATIONS);
    return String(FIRST_CODE + place);
  });
