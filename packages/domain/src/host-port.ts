import { isIpAddress } from './ip-address.ts';

const MAX_HOST_NAME = 253;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** A name of the DNS or of a local network, such as `mqtt.example.com`. A last label of digits would be an address. */
export function isHostName(value: string): boolean {
  const labels = value.split('.');
  return (
    value.length <= MAX_HOST_NAME && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

export interface HostPort {
  host: string;
  port: number;
}

const HOST_PORT = /^(?:\[([^\]]+)\]|([^:[\]]+)):([1-9]\d{0,4})$/;

/** `10.0.0.5:1883`, `[fd00::5]:1883` or `mqtt.example.com:1883`; null: neither. */
export function parseHostPort(text: string): HostPort | null {
  const [, ipv6, host = ipv6 ?? '', port] = HOST_PORT.exec(text) ?? [];
  const isHost =
    ipv6 === undefined ? (isIpAddress(host) && !host.includes(':')) || isHostName(host) : isIpAddress(host);
  if (!isHost || Number(port) > 65_535 || (ipv6 !== undefined && !ipv6.includes(':'))) return null;
  return { host, port: Number(port) };
}

/** Hosts with ports, separated by commas; null when one is malformed. Text without any is an empty list. */
export function parseHostPorts(text: string): HostPort[] | null {
  if (text.trim() === '') return [];
  const all = text.split(',').map((each) => parseHostPort(each.trim()));
  return all.every((each) => each !== null) ? all : null;
}
