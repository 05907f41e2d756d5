import { crc16 } from './crc16.ts';
import { ModbusError } from './modbus-error.ts';
import { answerLengthOf, checkAnswer, type Pdu } from './pdu.ts';

/** RTU_OVER_TCP: the frames of a serial line, as many serial servers pass them on. */
export type ModbusTransport = 'TCP' | 'RTU_OVER_TCP';

/** A request on its connection. */
export interface Sent {
  readonly unit: number;
  /** TCP only: what the answer repeats. */
  readonly transaction: number;
  readonly pdu: Pdu;
}

export interface Framing {
  wrap(sent: Sent): Buffer;
  /** The answer's function and data; null: not all bytes are there. @throws ModbusError */
  unwrap(sent: Sent, received: Buffer): Buffer | null;
}

/** The longest frame of both framings. */
export const MAX_FRAME_BYTES = 260;

const wrong = (reason: string): ModbusError => new ModbusError('ANSWER', reason);

/** `start`: bytes before the answer's function; `end`: after its data. */
const cut = (received: Buffer, length: number, start: number, end: number): Buffer | null => {
  const total = start + length + end;
  if (received.length > total) throw wrong(`${received.length - total} bytes follow the answer`);
  return received.length < total ? null : received.subarray(start, start + length);
};

/** Transaction, protocol 0, number of bytes that follow, unit. */
const HEADER_BYTES = 7;

const tcp: Framing = {
  wrap: ({ unit, transaction, pdu }) => {
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt16BE(transaction, 0);
    header.writeUInt16BE(pdu.bytes.length + 1, 4);
    header.writeUInt8(unit, 6);
    return Buffer.concat([header, pdu.bytes]);
  },
  unwrap: ({ unit, transaction, pdu }, received) => {
    if (received.length <= HEADER_BYTES) return null;
    if (received.readUInt16BE(0) !== transaction) throw wrong('the answer has another transaction');
    if (received.readUInt16BE(2) !== 0) throw wrong('the answer has another protocol');
    if (received.readUInt8(6) !== unit) throw wrong('another unit answers');
    const length = answerLengthOf(pdu, received.readUInt8(HEADER_BYTES));
    if (received.readUInt16BE(4) !== length + 1) throw wrong('the answer has another length');
    const answer = cut(received, length, HEADER_BYTES, 0);
    if (answer !== null) checkAnswer(pdu, answer);
    return answer;
  },
};

const CRC_BYTES = 2;

const rtu: Framing = {
  wrap: ({ unit, pdu }) => {
    const bytes = Buffer.concat([Buffer.of(unit), pdu.bytes, Buffer.alloc(CRC_BYTES)]);
    bytes.writeUInt16LE(crc16(bytes.subarray(0, -CRC_BYTES)), bytes.length - CRC_BYTES);
    return bytes;
  },
  unwrap: ({ unit, pdu }, received) => {
    if (received.length < 2) return null;
    if (received.readUInt8(0) !== unit) throw wrong('another unit answers');
    const answer = cut(received, answerLengthOf(pdu, received.readUInt8(1)), 1, CRC_BYTES);
    if (answer === null) return null;
    const crc = received.readUInt16LE(received.length - CRC_BYTES);
    if (crc !== crc16(received.subarray(0, -CRC_BYTES))) throw wrong('the checksum is wrong');
    checkAnswer(pdu, answer);
    return answer;
  },
};

export const FRAMINGS: Readonly<Record<ModbusTransport, Framing>> = { TCP: tcp, RTU_OVER_TCP: rtu };
