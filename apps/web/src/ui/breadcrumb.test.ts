import { expect, test } from 'vitest';
import { fitsInBar } from './breadcrumb.tsx';

const ENGLISH = ['Monitoring', 'Hanbit Elementary School', 'Main Building', 'Grade 1', 'Class 1-1'];

test.each([
  [['모니터링', '한빛초등학교', '본관', '1학년', '1학년 1반'], 400, true],
  [ENGLISH, 450, true],
  [ENGLISH, 200, false],
  [['관리', '가'.repeat(60)], 450, false],
  [['기관'], 0, false],
])('%j in %d px: %s', (labels, width, fits) => {
  expect(fitsInBar(labels, width)).toBe(fits);
});
