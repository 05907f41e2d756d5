const POLYNOMIAL = 0xa001;

/** Checksum of a Modbus RTU frame; its low byte is sent first. */
export const crc16 = (bytes: Uint8Array): number => {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 0 ? crc >> 1 : (crc >> 1) ^ POLYNOMIAL;
  }
  return crc;
};
