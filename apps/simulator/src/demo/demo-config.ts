import type { DemoOptions } from './run-demo.ts';

export type DemoConfig = Pick<DemoOptions, 'mqttUrl' | 'gateways' | 'statePath' | 'seed' | 'historyDays'>;

/** @throws Error if `value`, what the demo's thread was started with, is no valid configuration. */
export function parseDemoConfig(value: unknown): DemoConfig {
  const config = (value ?? {}) as Partial<DemoConfig>;
  const { mqttUrl, gateways, statePath, seed } = config;
  if (typeof mqttUrl !== 'string' || !Array.isArray(gateways)) throw new Error('mqttUrl and gateways are needed');
  if (typeof statePath !== 'string' || typeof seed !== 'number') throw new Error('statePath and seed are needed');
  return { ...config, mqttUrl, gateways, statePath, seed };
}
