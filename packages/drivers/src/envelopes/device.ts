import { bodyOf, numberOf, stringOf } from '../body.ts';
import type { Body, Json } from '../types.ts';

/** A DevEUI in lower case, as an address; null: it is none. */
export const devEuiOf = (json: Json | undefined): string | null => {
  const text = stringOf(json);
  return text !== null && /^[0-9a-f]{16}$/i.test(text) ? text.toLowerCase() : null;
};

/** The content of an uplink. A port that is 0 may be missing; without bytes an uplink is a sign of life. */
export const bodyOfUplink = (bytes: Uint8Array, port: Json | undefined): Body | null => {
  const fPort = numberOf(port) ?? 0;
  return bytes.length === 0 ? null : bodyOf(bytes, Number.isInteger(fPort) && fPort >= 0 && fPort <= 255 ? fPort : 0);
};
