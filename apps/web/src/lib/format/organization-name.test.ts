// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { sampleUser } from '../../testing/sample-user.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { organizationOf } from './organization-name.ts';

test.each([
  ['ko', 'Hanbit Elementary School', '한빛초등학교'],
  ['en', 'Hanbit Elementary School', 'Hanbit Elementary School'],
  ['en', null, '한빛초등학교'],
] as const)('on a screen in %s an organization with the English name %s is %s', async (language, english, name) => {
  await speakInTests(language);
  expect(organizationOf(sampleUser({ organization_name_en: english }))).toBe(name);
});
