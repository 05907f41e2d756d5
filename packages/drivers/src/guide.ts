/**
 * Settings to enter at the device or network server, as steps. Placeholders: `{broker}` (host), `{port}`, `{account}`,
 * `{password}`, `{url}` (address of requests).
 */
export interface Guide {
  readonly ko: readonly string[];
  readonly en: readonly string[];
}
