/** The database cannot be used, in words for whoever starts the server: the message is shown without a stack. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError';
}
