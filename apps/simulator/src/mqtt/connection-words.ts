/** Message for a failed connection that says what to do. */
export function connectionWords(error: unknown, url: string, username: string): string {
  const { code, message } = error as { code?: unknown; message?: string };
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing listens at ${url}: is the server running, and is this its MQTT port?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host of ${url} is not known`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
      return `${url} does not answer`;
    case 4:
    case 5:
      return `the server at ${url} does not know "${username}" with this password`;
    default:
      return `the connection to ${url} failed: ${message ?? String(error)}`;
  }
}
