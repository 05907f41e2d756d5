import {
  getPublicPage,
  getPublicPageSetting,
  type PublicPageSetting,
  renewPublicPage,
  setPublicPage,
} from '@airdeck/contract/public-page/routes';
import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import { addPublicRoute, addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Editor } from '../../platform/http/who.ts';
import type { ChangeRegistry, RegistryChange } from '../../registry/change-registry.ts';
import type { Registry } from '../../registry/registry.ts';
import { countMeters, lockSlug, saveShown, saveSlug } from './public-page-queries.ts';
import { createPublicPages, type PublicPagesOptions } from './public-pages.ts';

/** Readers behind one address, such as a school; each page asks twice a minute. */
const READS_A_MINUTE = 300;
const SLUG_BYTES = 16;
const NOT_FOUND = { notFound: 'NOT_FOUND_ORGANIZATION' } as const;

export interface PublicPageRoutesOptions extends Omit<PublicPagesOptions, 'snapshot'> {
  registry: Registry;
  changeRegistry: ChangeRegistry;
  randomBytes(size: number): Buffer;
}

type MeterChanges = Readonly<Record<'hide_meters' | 'show_meters', readonly number[]>>;

/** Switches public pages on and off, and serves their content to anyone. */
export const addPublicPageRoutes = (http: Http, options: PublicPageRoutesOptions): void => {
  const { registry, changeRegistry, randomBytes } = options;
  const pages = createPublicPages({ ...options, snapshot: registry.snapshot });
  const newSlug = (): string => randomBytes(SLUG_BYTES).toString('base64url');

  /** Without a choice the page stays on or off. */
  const nextSlug = (isOn: 'Y' | 'N' | undefined, slug: string | null): string | null => {
    if (isOn === undefined) return slug;
    return isOn === 'Y' ? (slug ?? newSlug()) : null;
  };

  const settingOf = (scope: Scope, id: number): PublicPageSetting => {
    const organization = registry.snapshot().organizations.get(id);
    if (!organization || !isWithin(scope, { organizationId: id })) throw new Failure('NOT_FOUND_ORGANIZATION');
    const meters = organization.offices.flatMap(({ departments }) => departments.flatMap((each) => each.meters));
    return {
      slug: organization.publicSlug,
      hidden_meters: meters.filter(({ isPublic }) => !isPublic).map((meter) => meter.id),
    };
  };

  /** Hides and shows meters. @throws Failure INVALID_PARAMETER: one is not of the organization. */
  const changeMeters = async (
    { tx, note }: RegistryChange,
    organizationId: number,
    { hide_meters, show_meters }: MeterChanges,
  ): Promise<void> => {
    const all = new Set([...hide_meters, ...show_meters]);
    if ((await countMeters(tx, organizationId, [...all])) < all.size) {
      throw new Failure('INVALID_PARAMETER', { hide_meters: 'NOT_FOUND' });
    }
    const save = async (ids: readonly number[], shown: 'Y' | 'N') => {
      for (const { id, name } of await saveShown(tx, organizationId, ids, shown)) {
        const row = { entity: 'meters', entityId: id, organizationId, meterId: id } as const;
        const before = { name, public_page: shown === 'Y' ? 'N' : 'Y' };
        note({ action: 'write', ...row, before, after: { name, public_page: shown } });
      }
    };
    await save(show_meters, 'Y');
    // A meter in both lists is hidden.
    await save(hide_meters, 'N');
  };

  /** Changes the address of a page. The audit log says that it changed, but not to what. */
  const change = async (
    { scope, editor, id }: { scope: Scope; editor: Editor; id: number },
    next: (slug: string | null) => string | null,
    meters?: MeterChanges,
  ): Promise<PublicPageSetting> => {
    settingOf(scope, id);
    await changeRegistry(editor, async (made) => {
      const { tx, note } = made;
      const slug = await lockSlug(tx, id);
      if (meters) await changeMeters(made, id, meters);
      const wanted = next(slug);
      if (wanted === slug) return;
      await saveSlug(tx, id, wanted);
      const isRenewed = slug !== null && wanted !== null;
      const before = { public_page: slug === null ? 'N' : 'Y' };
      const after = isRenewed ? { link: 'renewed' } : { public_page: wanted === null ? 'N' : 'Y' };
      const row = { entity: 'organizations', entityId: id, organizationId: id } as const;
      note({ action: 'write', ...row, before: isRenewed ? null : before, after });
    });
    return settingOf(scope, id);
  };

  addRoute(http, getPublicPageSetting, ({ params, scope }) => settingOf(scope, params.id), NOT_FOUND);
  addRoute(
    http,
    setPublicPage,
    ({ params: { id }, body, scope, editor }) =>
      change({ scope, editor, id }, (slug) => nextSlug(body.public_page, slug), body),
    NOT_FOUND,
  );
  addRoute(
    http,
    renewPublicPage,
    // A page that is off stays off.
    ({ params: { id }, scope, editor }) => change({ scope, editor, id }, (slug) => (slug === null ? null : newSlug())),
    NOT_FOUND,
  );
  addPublicRoute(
    http,
    getPublicPage,
    ({ params, query }) => {
      const page = pages(params.slug, query.language);
      if (!page) throw new Failure('RESOURCE_NOT_FOUND');
      return page;
    },
    { perMinute: READS_A_MINUTE },
  );
};
