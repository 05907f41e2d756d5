import { expect, it } from 'vitest';
import { checkHaproxyConfig, hasHaproxy, writeHaproxyConfig } from '../testing/haproxy.ts';
import { aDataDir } from '../testing/server-process.ts';

it.skipIf(!hasHaproxy())('the configuration of HAProxy in deploy is valid', () => {
  const dir = aDataDir();
  try {
    expect(checkHaproxyConfig(writeHaproxyConfig(dir.path))).toContain('Configuration file is valid');
  } finally {
    dir.remove();
  }
});
