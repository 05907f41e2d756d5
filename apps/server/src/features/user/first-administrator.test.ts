import { passwordIssues } from '@airdeck/domain/field-rule';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemRandom } from '../../platform/password.ts';
import { type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { ensureFirstAdministrator } from './first-administrator.ts';

let database: TestDatabase;
let app: SessionApp;
beforeAll(async () => {
  database = await testDatabase();
  app = await sessionApp({ db: database.db, clock: testClock() });
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});

describe('ensureFirstAdministrator', () => {
  it('makes one administrator, however many start at once, who can log in', async () => {
    const starts = await Promise.all([1, 2, 3].map(() => ensureFirstAdministrator(database.db, systemRandom)));
    const made = starts.filter((start) => start !== null);
    expect(made).toEqual([{ code: '00000000', login: 'admin', password: expect.any(String) }]);
    const [{ code, login: id, password } = { code: '', login: '', password: '' }] = made;
    expect(passwordIssues(password)).toEqual([]);
    const answer = await app.login({ code, id, password });
    expect(answer.json().user).toMatchObject({
      authority: 'SUPER_ADMIN',
      organization_name: 'Airdeck',
      login: 'admin',
    });
    expect(await ensureFirstAdministrator(database.db, systemRandom)).toBeNull();
  });
});
