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
import type { ChangeRegistry } from '../../registry/change-registry.ts';
import type { Registry } from '../../registry/registry.ts';
import { lockSlug, saveSlug } from './public-page-queries.ts';
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

/** Switches public pages on and off, and serves their content to anyone. */
export const addPublicPageRoutes = (http: Http, options: PublicPageRoutesOptions): void => {
  const { registry, changeRegistry, randomBytes } = options;
  const pages = createPublicPages({ ...options, snapshot: registry.snapshot });
  const newSlug = (): string => randomBytes(SLUG_BYTES).toString('base64url');

  const settingOf = (scope: Scope, id: number): PublicPageSetting => {
    const organization = registry.snapshot().organizations.get(id);
    if (!organization || !isWithin(scope, { organizationId: id })) throw new Failure('NOT_FOUND_ORGANIZATION');
    return { slug: organization.publicSlug };
  };

  /** Changes the address of a page. The audit log says that it changed, but not to what. */
  const change = async (
    { scope, editor, id }: { scope: Scope; editor: Editor; id: number },
    next: (slug: string | null) => string | null,
  ): Promise<PublicPageSetting> => {
    settingOf(scope, id);
    await changeRegistry(editor, async ({ tx, note }) => {
      const slug = await lockSlug(tx, id);
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
      change({ scope, editor, id }, (slug) => (body.public_page === 'Y' ? (slug ?? newSlug()) : null)),
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
