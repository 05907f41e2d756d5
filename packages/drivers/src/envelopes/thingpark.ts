import { field, hexBytes, isObject, numberOf, objectOf, stringOf, timeOf } from '../body.ts';
import type { Envelope, Json, JsonObject } from '../types.ts';
import { bodyOfUplink, devEuiOf } from './device.ts';

/** Kinds of messages: the one property of the message. */
const UPLINK = 'DevEUI_uplink';
/** Joins, resets and battery levels. */
const NOTIFICATION = 'DevEUI_notification';
const KINDS = [UPLINK, NOTIFICATION, 'DevEUI_downlink_Sent', 'DevEUI_downlink_Rejected', 'DevEUI_location'];

const contentOf = (json: Json | undefined): [kind: string, content: JsonObject] | null => {
  for (const kind of KINDS) {
    const content = field(json, kind);
    if (isObject(content)) return [kind, content];
  }
  return null;
};

/** The model that the operator's driver is for, or the one of the device's profile. */
const modelOf = (content: JsonObject): string | null =>
  stringOf(field(field(content.DriverCfg, 'mod'), 'mId')) ??
  stringOf(field(field(content.DriverCfg, 'app'), 'mId')) ??
  stringOf(field(field(content.CustomerData, 'alr'), 'pro'));

/** ThingPark (Actility), which many operators run, by HTTP or MQTT. */
export const thingpark: Envelope = {
  id: 'thingpark',
  title: 'ThingPark',
  matches: ({ body }) => contentOf(body.json) !== null,
  open({ body }) {
    const [kind, content] = contentOf(body.json) ?? ['', objectOf(undefined)];
    const address = devEuiOf(content.DevEUI);
    if (address === null) return { ignored: 'INVALID' };
    if (kind !== UPLINK && kind !== NOTIFICATION) return { ignored: 'UNKNOWN_EVENT' };
    const time = timeOf(content.Time);
    const uplink = { address, model: modelOf(content), time, warnings: [] };
    if (kind === NOTIFICATION) return { ...uplink, body: null, decoded: undefined, uplinkId: null };
    const bytes = hexBytes(content.payload_hex ?? '');
    if (bytes === null) return { ignored: 'INVALID' };
    const count = numberOf(content.FCntUp) ?? 0;
    return {
      ...uplink,
      body: bodyOfUplink(bytes, content.FPort),
      decoded: content.payload,
      // The counter restarts after a join.
      uplinkId: time === null ? null : `${time}:${count}`,
    };
  },
};
