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
    /** The control meter's. */
    controlled: DeviceLogin;
    /** The journey meter's. */
    journeys: DeviceLogin;
    /** The banner meter's. */
    worst: DeviceLogin;
    /** The storm meter's. */
    storm: DeviceLogin;
    /** The local day of the past that the record meter has. */
    recordDay: string;
    logins: Record<Role, LoginForm>;
  };
  /** A server without any registered device. */
  empty: { url: string; login: LoginForm };
}

/** Places of the tests in the demo: meters that only they send for: for now, for the past, for control, and for journeys. */
export const PLACES = {
  testMeter: { organization: '10000001', office: '시험동', department: '시험실', code: 'E2E-1', name: '시험 측정기' },
  mailMeter: { organization: '00000000', office: '본관', department: '1층', code: 'E2E-3', name: '알림 측정기' },
  recordMeter: { organization: '10000001', office: '시험동', department: '기록실', code: 'E2E-2', name: '기록 측정기' },
  /** It has purifiers, which the control tests simulate. */
  controlMeter: {
    organization: '10000001',
    office: '시험동',
    department: '제어실',
    code: 'E2E-3',
    name: '제어 측정기',
  },
  /** The worst air of its organization, and purifiers: what a person goes through from end to end. */
  journeyMeter: {
    organization: '10000001',
    office: '시험동',
    department: '순찰실',
    code: 'E2E-4',
    name: '순찰 측정기',
  },
  /** Its air gets bad, and better again. */
  bannerMeter: {
    organization: '10000001',
    office: '시험동',
    department: '조리실',
    code: 'E2E-5',
    name: '조리 측정기',
  },
  /** It measures nothing, and reports errors by the dozen. */
  stormMeter: {
    organization: '10000001',
    office: '시험동',
    department: '조리실',
    code: 'E2E-6',
    name: '폭주 측정기',
  },
} as const;

/** The servers that the global setup started. */
export const servers = (): Servers => JSON.parse(process.env.AIRDECK_E2E ?? '{}') as Servers;
