import { passwordIssues } from '@airdeck/domain/field-rule';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemRandom } from '../../platform/random.ts';
import { type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { ensureFirstAdministrator, type FirstAdministrator } from './first-administrator.ts';

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

const MAKING = { random: systemRandom, editor: { userId: null, ip: null, login: 'root' }, now: Date.UTC(2026, 2, 1) };

describe('ensureFirstAdministrator', () => {
  it('keeps no password that was not shown: the next start makes another', async () => {
    const interrupt = () => {
      throw new Error('the power went');
    };
    await expect(ensureFirstAdministrator(database.db, MAKING, interrupt)).rejects.toThrow('power');
    const { rowCount } = await database.db.query(sql`select from app_user`);
    expect(rowCount).toBe(0);
  });

  it('makes one administrator, however many start at once, who can log in', async () => {
    const shown: FirstAdministrator[] = [];
    const start = () => ensureFirstAdministrator(database.db, MAKING, (made) => shown.push(made));
    await Promise.all([1, 2, 3].map(start));
    expect(shown).toEqual([{ code: '00000000', login: 'admin', password: expect.any(String) }]);
    const [{ code, login: id, password } = { code: '', login: '', password: '' }] = shown;
    expect(passwordIssues(password)).toEqual([]);
    const answer = await app.login({ code, id, password });
    expect(answer.json().user).toMatchObject({
      authority: 'SUPER_ADMIN',
      organization_name: 'Airdeck',
      login: 'admin',
    });
    await start();
    expect(shown).toHaveLength(1);
  });
});
