import { describe, expect, it } from 'vitest';
import { MAX_NAME_LENGTH } from '../../../shared/export/file-name.ts';
import { suggestedName } from './suggested-name.ts';

describe('suggestedName', () => {
  it.each([
    ['로비', '2026-11-21', '2026-11-21', '로비_2026-11-21'],
    ['로비 외 2', '2026-11-01', '2026-11-21', '로비 외 2_2026-11-01_2026-11-21'],
    ['A/B: "C"', '2026-11-21', '2026-11-21', 'A B C_2026-11-21'],
  ])('%s, %s to %s: %s', (place, from, to, name) => expect(suggestedName(place, { from, to })).toBe(name));

  it('keeps the period however long the place is', () => {
    const name = suggestedName('가'.repeat(300), { from: '2026-11-01', to: '2026-11-21' });
    expect(name).toHaveLength(MAX_NAME_LENGTH);
    expect(name.endsWith('_2026-11-01_2026-11-21')).toBe(true);
  });
});
