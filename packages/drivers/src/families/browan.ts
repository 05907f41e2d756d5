import { scaled } from '../byte-reader.ts';
import { BATTERY, CO2, createReport, HUMIDITY, matchesLorawan, type Report, TEMPERATURE } from '../lorawan.ts';
import type { Driver } from '../types.ts';

const ROOM_PORT = 103;
const CO2_PORT = 127;
/** Seven bits that are all set: the sensor failed. */
const FAILED = 0x7f;

const word = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
const wordOrNull = (bytes: Uint8Array, at: number): number | null => {
  const value = word(bytes, at);
  return value === 0xffff ? null : value;
};
const celsiusOf = (byte = 0): number | null => ((byte & 0x7f) === FAILED ? null : (byte & 0x7f) - 32);

/** TBHH100 and TBHV100 (8 bytes), and TBHV110 (11 bytes), whose own warmth the first temperature holds. */
const readRoom = (bytes: Uint8Array, model: string | null, report: Report): void => {
  if ((bytes.length !== 8 && bytes.length !== 11) || bytes.every((byte) => byte === 0)) {
    report.warn('not the length of a known device');
    return;
  }
  const eco2 = wordOrNull(bytes, 4);
  const isClimateOnly = eco2 === null || /tbhv100/i.test(model ?? '');
  const inside = celsiusOf(bytes[2]);
  if (bytes.length === 8 && isClimateOnly) report.add(TEMPERATURE, inside);
  else {
    if (bytes.length === 11) report.add(TEMPERATURE, celsiusOf(bytes[10]));
    report.add({ sensor: 'board_temperature', type: 'TEMPERATURE', unit: '°C', note: 'RAW' }, inside);
  }
  const humidity = (bytes[3] ?? 0) & 0x7f;
  report.add(HUMIDITY, humidity === FAILED ? null : humidity);
  // Estimated from VOC; a TBHH100 has no such sensor.
  if (eco2 !== null) report.add({ sensor: 'eco2', type: 'CO2', unit: 'ppm', note: 'COMPUTED' }, eco2);
  const voc = wordOrNull(bytes, 6);
  if (voc !== null) report.add({ sensor: 'voc', type: null, unit: 'ppb' }, voc);
  report.add(BATTERY, scaled(25 + ((bytes[1] ?? 0) & 0x0f), 10));
};

/** CD10: whole degrees (6 bytes) or, from newer firmware, tenths (7 bytes). */
const readCd10 = (bytes: Uint8Array, report: Report): void => {
  const isShort = bytes.length === 6;
  if (!isShort && bytes.length !== 7) {
    report.warn('not the length of a known device');
    return;
  }
  const at = isShort ? 3 : 4;
  const humidity = bytes[at] ?? 0;
  // No room is that dry: these are the first bytes of a longer message.
  if (isShort && humidity <= 3) {
    report.warn('the message is cut off');
    return;
  }
  const whole = ((bytes[2] ?? 0) << 24) >> 24;
  const tenths = scaled((word(bytes, 2) << 16) >> 16, 10);
  report.add(CO2, wordOrNull(bytes, at + 1));
  report.add(TEMPERATURE, isShort ? whole : tenths);
  report.add(HUMIDITY, humidity > 100 ? null : humidity);
  report.add(BATTERY, scaled(21 + ((bytes[1] ?? 0) & 0x0f), 10));
};

const decode = (bytes: Uint8Array, fPort: number | null, model: string | null): Report => {
  const report = createReport();
  if (fPort === ROOM_PORT) readRoom(bytes, model, report);
  else if (fPort === CO2_PORT) readCd10(bytes, report);
  else report.warn('unknown port');
  return report;
};

/** Browan TBHH100, TBHV100 and TBHV110, and MerryIoT CD10: a fixed layout for each port. */
export const browan: Driver = {
  id: 'browan',
  title: { ko: 'Browan TBHV·MerryIoT CD10', en: 'Browan TBHV and MerryIoT CD10' },
  transports: ['LORAWAN'],
  defaultInterval: 3600,
  matches: (message) =>
    matchesLorawan(
      'browan',
      message,
      (bytes, fPort) => decode(bytes, fPort, message.model).decoded().warnings.length === 0,
    ),
  addressOf: ({ address }) => address,
  decode: ({ body, model }) => decode(body.bytes, body.fPort, model).decoded(),
};
