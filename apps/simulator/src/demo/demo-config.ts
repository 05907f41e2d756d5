import type { DemoOptions } from './run-demo.ts';

/** Environment variable with the configuration of the demo, as JSON. */
export const DEMO_CONFIG_VARIABLE = 'AIRDECK_DEMO';

export type DemoConfig = Pick<DemoOptions, 'mqttUrl' | 'gateways' | 'statePath' | 'seed' | 'historyDays'>;

/** @throws Error if `text` is no valid configuration. */
export function parseDemoConfig(text: string | undefined): DemoConfig {
  if (text === undefined) throw new Error(`${DEMO_CONFIG_VARIABLE} is not set`);
  const config = JSON.parse(text) as Partial<DemoConfig>;
  const { mqttUrl, gateways, statePath, seed } = config;
  if (typeof mqttUrl !== 'string' || !Array.isArray(gateways)) throw new Error('mqttUrl and gateways are needed');
  if (typeof statePath !== 'string' || typeof seed !== 'number') throw new Error('statePath and seed are needed');
  return { ...config, mqttUrl, gateways, statePath, seed };
}
