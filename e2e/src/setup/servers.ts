import type { Role } from '@airdeck/domain/role';

export interface LoginForm {
  code: string;
  id: string;
  password: string;
}

export interface DeviceLogin {
  username: string;
  password: string;
}

export interface Servers {
  demo: {
    url: string;
    dataDir: string;
    mqttUrl: string;
    /** The test meter's own way in. */
    device: DeviceLogin;
    /** The record meter's. */
    recorder: DeviceLogin;
    /** The local day of the past that the record meter has. */
    recordDay: string;
    logins: Record<Role, LoginForm>;
  };
  /** A server on which nothing is registered yet. */
  empty: { url: string; login: LoginForm };
}

/** What the tests add to the demo: meters that only they speak for, one for now and one for the past. */
export const PLACES = {
  testMeter: { organization: '10000001', office: '시험동', department: '시험실', code: 'E2E-1', name: '시험 측정기' },
  recordMeter: { organization: '10000001', office: '시험동', department: '기록실', code: 'E2E-2', name: '기록 측정기' },
} as const;

/** The servers that the global setup started. */
export const servers = (): Servers => JSON.parse(process.env.AIRDECK_E2E ?? '{}') as Servers;
