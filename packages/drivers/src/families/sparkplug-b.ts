import { field, numberOf } from '../body.ts';
import { bytesOf, readProto, varintOf } from '../protobuf.ts';
import { factsOfBirth, readMetrics } from '../sparkplug/metrics.ts';
import { firstText, type Metric, metricOf, metricValue, PAYLOAD, rebirthOf, timeOf } from '../sparkplug/payload.ts';
import type { Decoded, Driver, Json } from '../types.ts';
import { MAX_NAME_LENGTH } from '../types.ts';

const TOPIC = /^spBv1\.0\/([^/]+)\/(N|D)(BIRTH|DEATH|DATA)\/([^/]+)(?:\/([^/]+))?$/;

const topicOf = (topic: string) => {
  const [, group, level, kind, node, device] = TOPIC.exec(topic) ?? [];
  if (group === undefined || node === undefined || (level === 'D') !== (device !== undefined)) return null;
  const owner = `${group}/${node}`;
  const address = device === undefined ? owner : `${owner}/${device}`;
  return { group, node, kind, isNode: level === 'N', address, sharedKey: `${owner}/#` };
};

const bdSeqOf = (metrics: readonly Metric[]): number | null => {
  const found = metrics.find(({ name }) => name === 'bdSeq');
  return found === undefined ? null : metricValue(found.fields, found.datatype ?? 8);
};

/**
 * Edge nodes and devices that speak Sparkplug B. A birth names the metrics, later messages only their aliases. The
 * sequence number counts the messages of a node and all its devices, so it is a fact that they share.
 */
export const sparkplugB: Driver = {
  id: 'sparkplug-b',
  title: { ko: 'Sparkplug B', en: 'Sparkplug B' },
  transports: ['MQTT'],
  filters: ['spBv1.0/#'],
  defaultInterval: 600,
  matches: ({ topic }) => topic.startsWith('spBv1.0/'),
  addressOf({ topic }) {
    const address = topicOf(topic)?.address ?? null;
    return address !== null && address.length <= MAX_NAME_LENGTH ? address : null;
  },
  sharedKeyOf: ({ topic }) => topicOf(topic)?.sharedKey ?? null,
  decode({ topic, body }, facts, shared) {
    const found = topicOf(topic);
    // Commands on their way to a device, and states of other applications.
    if (found === null) return { frames: [], warnings: [] };
    const { group, node, kind, isNode, address, sharedKey } = found;
    const { fields, isWhole } = readProto(body.bytes);
    const contents = bytesOf(fields, PAYLOAD.metrics);
    const metrics = contents.map(metricOf).filter((metric) => metric !== null);
    const isBroken = !isWhole || metrics.length < contents.length;
    const time = timeOf(fields, PAYLOAD.timestamp);
    const warnings = isBroken ? ['the message is cut off or broken'] : [];
    const seq = varintOf(fields, PAYLOAD.seq);
    const last = numberOf(field(shared, 'seq'));
    const lastBirth = numberOf(field(shared, 'bdSeq'));

    if (kind === 'DEATH' && isNode) {
      // The death of an earlier connection may arrive after the birth of the next one.
      const bdSeq = bdSeqOf(metrics);
      const isOld = bdSeq !== null && lastBirth !== null && bdSeq !== lastBirth;
      return isBroken || isOld ? { frames: [], warnings } : { frames: [], warnings, status: 'OFFLINE' };
    }
    if (firstText(fields, PAYLOAD.uuid) === 'SPBV1.0_COMPRESSED') {
      return { frames: [], warnings: ['compressed messages are not supported'] };
    }
    const isBirth = kind === 'BIRTH';
    const isComplete = !isBroken && seq !== undefined;
    const born = isBirth ? factsOfBirth(metrics) : facts;
    const read = readMetrics(metrics, time, born);
    const isGap = seq !== undefined && last !== null && !(isBirth && isNode) && Number(seq) !== (last + 1) % 256;
    if (isGap) warnings.push('messages are missing: a rebirth is needed');
    if (isBirth && !isComplete && !isBroken) warnings.push('a birth has no sequence number');

    const bdSeq = isBirth && isNode ? bdSeqOf(metrics) : lastBirth;
    const remember: Record<string, Json> = {
      ...(isBirth && isComplete ? { [address]: born ?? null } : {}),
      ...(isComplete ? { [sharedKey]: { seq: Number(seq), ...(bdSeq === null ? {} : { bdSeq }) } } : {}),
    };
    const needsBirth = isGap || read.isUnknown || (isBirth && !isComplete);
    const decoded: Decoded = {
      frames: read.frames,
      warnings: [...warnings, ...read.warnings],
      ...(read.missing.length > 0 ? { missing: read.missing } : {}),
      ...(Object.keys(remember).length > 0 ? { remember } : {}),
      ...(needsBirth ? { ask: rebirthOf(group, node, time) } : {}),
    };
    if (kind === 'DEATH') return { ...decoded, status: 'OFFLINE' };
    return isBirth ? { ...decoded, status: 'ONLINE' } : decoded;
  },
};
