import { ROLES, type Role } from '@airdeck/domain/role';
import { addressOf, deniedAt, SCREEN_ADDRESSES, type ScreenRoute } from '@airdeck/web/testing/every-route';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './setup/accessible.ts';
import { findClipped } from './setup/clipped.ts';
import { START } from './setup/login.ts';
import { SCREENS, textsOf } from './setup/screens.ts';
import { servers } from './setup/servers.ts';
import { go, openAs } from './setup/session.ts';
import { type Watched, watchPage } from './setup/watch-page.ts';

const LANGUAGES = ['ko', 'en'] as const;
type Language = (typeof LANGUAGES)[number];
const PHONE = { width: 390, height: 844 };
/** Longer than a message stays. */
const MESSAGE_MS = 6_000;
/** Screens that are checked on a phone. */
const ON_THE_WAY = [
  '/monitoring/agency/{-$id}',
  '/monitoring/meter/{-$id}',
  '/monitoring/sensor/{-$id}',
  '/monitoring/purifier/{-$id}',
  '/current/current/instrument',
  '/current/current/currentair',
  '/current/error/liveerror',
  '/management/control/controlair',
] as const satisfies readonly ScreenRoute[];

/** Parts of the console: a test for each, so that a slow machine finishes each of them. */
const AREAS = {
  monitoring: /^\/monitoring/,
  current: /^\/current/,
  people: /^\/management\/(user|organization|notice|setup|system)/,
  standards: /^\/management\/(master|control)/,
  devices: /^\/management\/setting/,
} as const;

/**
 * The role that opens a route in both languages and checks how it looks: of the administrators, the one with less
 * access.
 */
const checkerOf = (route: ScreenRoute): Role =>
  deniedAt(route).includes('LOCAL_ADMIN') ? 'SUPER_ADMIN' : 'LOCAL_ADMIN';

/** The other roles take turns: every pair of route, role and language is opened, and no longer every triple. */
const isOpened = (route: ScreenRoute, role: Role, language: Language): boolean => {
  if (deniedAt(route).includes(role)) return false;
  const turn = (SCREEN_ADDRESSES.indexOf(route) + ROLES.indexOf(role)) % 2;
  return role === checkerOf(route) || LANGUAGES[turn] === language;
};

const routesOf = (area: keyof typeof AREAS, role: Role, language: Language): ScreenRoute[] =>
  SCREEN_ADDRESSES.filter((route) => AREAS[area].test(route) && isOpened(route, role, language));

const addressFor = async (route: ScreenRoute, role: Role): Promise<string> => {
  const address = (await SCREENS[route].address?.(role)) ?? '';
  return address.startsWith('/') ? address : addressOf(route) + address;
};

/** A logged-in user, and the errors of their page. */
interface Visitor {
  page: Page;
  watched: Watched;
  role: Role;
  language: Language;
}

/** Checks of each screen besides its texts. */
type Look = (page: Page, what: string, route: ScreenRoute) => Promise<void>;

/** Texts are legible: they end where their box does, and no word is broken within. */
const expectLegible = (page: Page, what: string): Promise<void> =>
  expect.poll(() => findClipped(page), what).toEqual([]);

const enter = async (context: BrowserContext, role: Role, language: Language): Promise<Visitor> => {
  const page = await context.newPage();
  const watched = watchPage(page, servers().demo.url, language);
  await openAs(page, role, '/nothing', language);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf(language).shell.notFound.title);
  return { page, watched, role, language };
};

/** Goes from screen to screen as links do, and reads each. */
const walk = async (
  { page, watched, role, language }: Visitor,
  routes: readonly ScreenRoute[],
  look: Look,
): Promise<void> => {
  for (const route of routes) {
    const { title, reads } = SCREENS[route];
    const what = `${route} ${role} ${language}`;
    await test.step(what, async () => {
      // Other tests change the same demo: changed data are requested again.
      await expect(async () => {
        await go(page, '/nothing');
        await go(page, await addressFor(route, role));
        await expect(page.getByRole('heading', { level: 1 }), what).toHaveText(title(textsOf(language)));
        await reads({ page, role, language });
      }).toPass();
      await watched.expectTexts(what);
      await look(page, what, route);
    });
  }
  expect(watched.problems).toEqual([]);
};

test('every route belongs to an area', () => {
  for (const route of SCREEN_ADDRESSES) {
    expect(
      Object.values(AREAS).filter((area) => area.test(route)),
      route,
    ).toHaveLength(1);
  }
});

for (const role of ROLES) {
  for (const language of LANGUAGES) {
    test.describe(`as ${role}, in ${language}`, () => {
      // One after the other in one window: to open it takes as long as some screens.
      test.describe.configure({ mode: 'default' });
      let visitor: Visitor;

      test.beforeAll(async ({ browser }) => {
        visitor = await enter(await browser.newContext(), role, language);
      });
      test.afterAll(() => visitor.page.context().close());

      for (const area of Object.keys(AREAS) as (keyof typeof AREAS)[]) {
        test(area, async () => {
          // A dozen screens with all checks: a busy machine needs more time.
          test.slow();
          await walk(visitor, routesOf(area, role, language), async (page, what, route) => {
            if (role !== checkerOf(route)) return;
            await expectLegible(page, what);
            await expectAccessible(page, what, { colours: language === 'ko' });
          });
        });
      }
    });
  }
}

for (const role of ROLES) {
  const routes = SCREEN_ADDRESSES.filter((route) => deniedAt(route).includes(role));
  if (routes.length === 0) continue;
  // A few of them: the router's own test has every route, and the message's own test every screen's name.
  test(`${role} is led from screens of other roles to Monitoring, which says why, in both languages`, async ({
    context,
  }) => {
    for (const language of LANGUAGES) {
      const page = await context.newPage();
      // A message stays for five seconds, which need not be waited for.
      await page.clock.install();
      await openAs(page, role, '/nothing', language);
      // It names the screen and the role.
      const message = page.getByText(
        new RegExp(
          textsOf(language)
            .shell.denied.split(/\{\{\w+\}\}/)
            .join('.+'),
        ),
      );
      for (const route of [...routes.slice(0, 2), ...routes.slice(-1)]) {
        await go(page, addressOf(route));
        await expect(page, route).toHaveURL(START);
        await expect(message, route).toBeVisible();
        await page.clock.fastForward(MESSAGE_MS);
        await expect(message, route).toHaveCount(0);
      }
      await page.close();
    }
  });
}

test('an address sends a visitor without a session to Login, which remembers it', async ({ page }) => {
  // One of each area: the router's own test has every address.
  for (const area of Object.values(AREAS)) {
    const route = SCREEN_ADDRESSES.find((each) => area.test(each)) as ScreenRoute;
    const address = addressOf(route, 1);
    await page.goto(servers().demo.url + address);
    await expect(page, route).toHaveURL(({ pathname, searchParams }) => {
      return pathname === '/' && searchParams.get('next') === address;
    });
    await expect(page.getByRole('heading', { name: textsOf('ko').session.title }), route).toBeVisible();
  }
});

test('an unknown address says so, and Monitoring itself leads to organizations', async ({ page }) => {
  await openAs(page, 'LOCAL_USER', '/monitoring');
  await expect(page).toHaveURL(START);
  for (const path of ['/nothing', '/management', '/monitoring/agency/3/more', '/monitoring/agency/x']) {
    await go(page, path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(textsOf('ko').shell.notFound.title);
  }
});

for (const language of LANGUAGES) {
  test.describe(`without a session, in ${language}`, () => {
    test.use({ locale: language === 'ko' ? 'ko-KR' : 'en-US' });

    test('screens without a session say what they are for', async ({ page }) => {
      const { url } = servers().demo;
      const watched = watchPage(page, url, language);
      const { session } = textsOf(language);
      for (const [path, title, says] of [
        ['/', session.title, session.claim],
        ['/reset', session.passwords.set, session.passwords.noToken],
        ['/acknowledge', session.acknowledge.title, session.acknowledge.noToken],
      ] as const) {
        await page.goto(url + path);
        await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(title);
        await expect(page.getByText(says), path).toBeVisible();
        await watched.expectTexts(path);
        await expectAccessible(page, path);
      }
      expect(watched.problems).toEqual([]);
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  for (const language of LANGUAGES) {
    test(`screens for a caretaker keep to the width and to the accessibility rules, in ${language}`, async ({
      context,
    }) => {
      const fits = async (page: Page, what: string): Promise<void> => {
        const width = () => page.evaluate(() => document.documentElement.scrollWidth);
        await expect.poll(width, what).toBeLessThanOrEqual(PHONE.width);
        await expectLegible(page, what);
        await expectAccessible(page, what, { colours: language === 'ko' });
      };
      await walk(await enter(context, 'LOCAL_USER', language), ON_THE_WAY, fits);
    });
  }
});
