import type { Role } from '@airdeck/domain/role';

export interface LoginForm {
  code: string;
  id: string;
  password: string;
}

export interface Servers {
  demo: {
    url: string;
    mqttUrl: string;
    /** The test meter's own way in. */
    device: { username: string; password: string };
    logins: Record<Role, LoginForm>;
  };
  /** A server on which nothing is registered yet. */
  empty: { url: string; login: LoginForm };
}

/** What the tests add to the demo: a meter that only they speak for. */
export const PLACES = {
  testMeter: { organization: '10000001', office: '시험동', department: '시험실', code: 'E2E-1', name: '시험 측정기' },
} as const;

/** The servers that the global setup started. */
export const servers = (): Servers => JSON.parse(process.env.AIRDECK_E2E ?? '{}') as Servers;
