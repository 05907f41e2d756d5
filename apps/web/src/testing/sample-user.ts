import type { Session } from '@airdeck/contract/session/schema';
import type { User } from '@airdeck/contract/user/schema';

export const sampleUser = (over: Partial<User> = {}): User => ({
  id: 5,
  login: 'desk.kim',
  name: '김하늘',
  email: null,
  phone: null,
  authority: 'LOCAL_USER',
  use: 'Y',
  language: 'ko',
  organization_id: 2,
  organization_name: '한빛초등학교',
  organization_name_en: 'Hanbit Elementary School',
  organization_code: '00000012',
  may_control: true,
  must_renew: false,
  assigned: null,
  second_factor: 'OFF',
  ...over,
});

export const sampleSession = (over: Partial<User> = {}): Session => ({
  access_token: 'TOKEN',
  expires_at: '2030-01-01T00:00:00Z',
  user: sampleUser(over),
});
