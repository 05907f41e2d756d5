/** A recording, or how it is to be read, is wrong; the message says where. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}
