import { base64Bytes, base64Of, field, isObject, numberOf, objectOf, stringOf, timeOf } from '../body.ts';
import type { Envelope, JsonObject } from '../types.ts';
import { bodyOfUplink, devEuiOf } from './device.ts';

/** Events without data that show that the device is alive. */
const SIGNS_OF_LIFE = ['join_accept', 'downlink_ack', 'downlink_nack'];

/** Brand and model of the device repository, where the device was chosen from it. */
const modelOf = ({ version_ids: ids }: JsonObject): string | null => {
  const names = [stringOf(field(ids, 'brand_id')), stringOf(field(ids, 'model_id'))].filter((name) => name !== null);
  return names.length > 0 ? names.join(' ') : null;
};

/** The Things Stack v3, by MQTT or webhook. Fields that are 0, false or empty are missing. */
export const theThingsStackV3: Envelope = {
  id: 'the-things-stack-v3',
  title: 'The Things Stack v3',
  matches: ({ body }) => isObject(field(body.json, 'end_device_ids')),
  open({ body }) {
    const message = objectOf(body.json);
    const ids = objectOf(message.end_device_ids);
    // A device that is activated by hand may have no DevEUI.
    const address = devEuiOf(ids.dev_eui) ?? stringOf(ids.device_id);
    if (address === null || address.length > 36) return { ignored: 'INVALID' };
    // Typed into the console.
    if (message.simulated === true) return { ignored: 'SIMULATED' };
    // The same uplink again, for those who subscribe to normalized values only.
    if (isObject(message.uplink_normalized)) return { ignored: 'DUPLICATE' };
    const isAlive = SIGNS_OF_LIFE.some((key) => isObject(message[key]));
    if (!isObject(message.uplink_message)) {
      if (!isAlive) return { ignored: 'UNKNOWN_EVENT' };
      const time = timeOf(message.received_at);
      return { address, model: null, time, body: null, decoded: undefined, uplinkId: null, warnings: [] };
    }
    const uplink = message.uplink_message;
    if (uplink.simulated === true) return { ignored: 'SIMULATED' };
    const bytes = base64Bytes(uplink.frm_payload ?? '');
    if (bytes === null) return { ignored: 'INVALID' };
    const session = stringOf(uplink.session_key_id);
    return {
      address,
      model: modelOf(uplink),
      time: timeOf(uplink.received_at) ?? timeOf(message.received_at),
      body: bodyOfUplink(bytes, uplink.f_port),
      decoded: uplink.decoded_payload,
      // Counts up within a session; a retried webhook and a second integration repeat it.
      uplinkId: session === null ? null : `${session}:${numberOf(uplink.f_cnt) ?? 0}`,
      warnings: [],
    };
  },
  downlink(uplinkTopic, _, { fPort, bytes }) {
    const [, device] = /^(v3\/[^/]+\/devices\/[^/]+)\/up$/.exec(uplinkTopic) ?? [];
    if (device === undefined) return null;
    const message = { f_port: fPort, frm_payload: base64Of(bytes), priority: 'NORMAL' };
    return { topic: `${device}/down/push`, payload: JSON.stringify({ downlinks: [message] }) };
  },
};
