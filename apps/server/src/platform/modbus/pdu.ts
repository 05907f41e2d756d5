import { ModbusError } from './modbus-error.ts';

export type ModbusTable = 'HOLDING' | 'INPUT' | 'COIL' | 'DISCRETE';

/** Registers or bits to read. */
export interface ReadRequest {
  readonly table: ModbusTable;
  /** Zero-based. */
  readonly register: number;
  readonly count: number;
}

/** Registers (0–65535) or coils (0 or 1) to write, from `register` on. */
export interface WriteRequest {
  readonly table: 'HOLDING' | 'COIL';
  readonly register: number;
  readonly values: readonly number[];
}

/** A request without address and checksum, and what its answer must be. */
export interface Pdu {
  readonly bytes: Buffer;
  /** Length of an answer that is no exception. */
  readonly answerLength: number;
  /** The first bytes of an answer that is no exception. */
  readonly answerStart: Buffer;
}

const EXCEPTION = 0x80;
const EXCEPTION_LENGTH = 2;
const MAX_REGISTER = 65_535;
const MAX_WORD = 65_535;
const COIL_ON = 0xff00;
/** Function byte and number of bytes, before the data of an answer to a read. */
const READ_START = 2;
/** An answer to a write repeats the request's function, place and value or number. */
const WRITE_ANSWER_LENGTH = 5;

const READ_FUNCTION: Readonly<Record<ModbusTable, number>> = { COIL: 1, DISCRETE: 2, HOLDING: 3, INPUT: 4 };
const WRITE_FUNCTION = { COIL: { one: 5, more: 15 }, HOLDING: { one: 6, more: 16 } } as const;
const MAX_READ: Readonly<Record<ModbusTable, number>> = { COIL: 2_000, DISCRETE: 2_000, HOLDING: 125, INPUT: 125 };
const MAX_WRITTEN = { COIL: 1_968, HOLDING: 123 } as const;

const checkPlace = (register: number, count: number, most: number): void => {
  const isWhole = Number.isInteger(register) && Number.isInteger(count);
  if (!isWhole || register < 0 || count < 1 || count > most || register + count - 1 > MAX_REGISTER) {
    throw new ModbusError('REQUEST', `no request can have ${count} registers from ${register}`);
  }
};

const head = (code: number, register: number, value: number): Buffer => {
  const bytes = Buffer.alloc(WRITE_ANSWER_LENGTH);
  bytes.writeUInt8(code, 0);
  bytes.writeUInt16BE(register, 1);
  bytes.writeUInt16BE(value, 3);
  return bytes;
};

/** @throws ModbusError */
export const readPdu = ({ table, register, count }: ReadRequest): Pdu => {
  checkPlace(register, count, MAX_READ[table]);
  const dataLength = table === 'HOLDING' || table === 'INPUT' ? count * 2 : Math.ceil(count / 8);
  return {
    bytes: head(READ_FUNCTION[table], register, count),
    answerLength: READ_START + dataLength,
    answerStart: Buffer.of(READ_FUNCTION[table], dataLength),
  };
};

/** The data of a checked answer to a read. */
export const dataOf = (answer: Buffer): Uint8Array => Uint8Array.from(answer.subarray(READ_START));

const packed = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(Math.ceil(values.length / 8));
  for (const [i, value] of values.entries()) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (value << (i & 7));
  return bytes;
};

const words = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, i * 2);
  return bytes;
};

/** `isMultiple`: by the function for several values (15, 16), for a single one too. @throws ModbusError */
export const writePdu = ({ table, register, values }: WriteRequest, isMultiple: boolean): Pdu => {
  checkPlace(register, values.length, MAX_WRITTEN[table]);
  const most = table === 'COIL' ? 1 : MAX_WORD;
  if (!values.every((value) => Number.isInteger(value) && value >= 0 && value <= most)) {
    throw new ModbusError('REQUEST', `no ${table} can be ${values.join(', ')}`);
  }
  const [first = 0] = values;
  if (!isMultiple && values.length === 1) {
    const bytes = head(WRITE_FUNCTION[table].one, register, table === 'COIL' ? first * COIL_ON : first);
    return { bytes, answerLength: WRITE_ANSWER_LENGTH, answerStart: bytes };
  }
  const start = head(WRITE_FUNCTION[table].more, register, values.length);
  const data = table === 'COIL' ? packed(values) : words(values);
  return {
    bytes: Buffer.concat([start, Buffer.of(data.length), data]),
    answerLength: WRITE_ANSWER_LENGTH,
    answerStart: start,
  };
};

/** Length of the answer that begins with this function byte. @throws ModbusError */
export const answerLengthOf = ({ bytes, answerLength }: Pdu, code: number): number => {
  const sent = bytes.readUInt8(0);
  if (code === sent) return answerLength;
  if (code === (sent | EXCEPTION)) return EXCEPTION_LENGTH;
  throw new ModbusError('ANSWER', `function ${code} answers function ${sent}`);
};

/** A whole answer of the right length; an exception passes. @throws ModbusError */
export const checkAnswer = ({ answerStart }: Pdu, answer: Buffer): void => {
  const isException = (answer.readUInt8(0) & EXCEPTION) !== 0;
  if (!isException && !answer.subarray(0, answerStart.length).equals(answerStart)) {
    throw new ModbusError('ANSWER', 'the answer has another place or length');
  }
};

/** null: the answer is no exception. */
export const exceptionOf = (answer: Buffer): ModbusError | null => {
  if ((answer.readUInt8(0) & EXCEPTION) === 0) return null;
  const code = answer.readUInt8(1);
  return new ModbusError('EXCEPTION', `exception ${code}`, code);
};
