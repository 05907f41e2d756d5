/** A recording, or its description, is invalid; the message says where. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}
