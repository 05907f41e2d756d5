import type { WallDisplaysQuery } from '@airdeck/contract/wall-display/routes';
import type { NewWallDisplay, WallDisplay, WallDisplayFields } from '@airdeck/contract/wall-display/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { Editor } from '../../platform/http/who.ts';
import { createResource, type Resource, type ResourceDeps } from '../../resource/resource.ts';
import { createWallDisplayTable } from './display-queries.ts';
import { endToken, saveToken } from './token-queries.ts';
import { hashOf, TOKEN_BYTES } from './tokens.ts';

export interface DisplaysOptions extends ResourceDeps {
  clock: Clock;
  randomBytes(size: number): Buffer;
  /** Called when tokens may be over, or displays show something else. */
  onChanged(): Promise<void>;
}

type DisplayResource = Resource<WallDisplay, NewWallDisplay, WallDisplayFields, WallDisplaysQuery>;

export interface Displays extends Omit<DisplayResource, 'add'> {
  /** The answer holds the token, which leaves the server this once. */
  make(editor: Editor, scope: Scope, display: NewWallDisplay): Promise<WallDisplay & { token: string }>;
  /** Another token; the old one is over. @throws Failure RESOURCE_NOT_FOUND */
  renew(editor: Editor, scope: Scope, id: number): Promise<string>;
  /** @throws Failure RESOURCE_NOT_FOUND */
  end(editor: Editor, scope: Scope, id: number): Promise<WallDisplay>;
}

/** Makes, changes and ends wall displays within the scope that the policy gives. */
export const createDisplays = (options: DisplaysOptions): Displays => {
  const { clock, randomBytes, onChanged, changeRegistry } = options;
  const resource = createResource(options, createWallDisplayTable(clock));
  const newToken = () => {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    return { token, hash: hashOf(token) };
  };
  const settled = async <T>(change: Promise<T>): Promise<T> => {
    const answer = await change;
    await onChanged();
    return answer;
  };
  /** Changes the token of a display that the scope reaches. */
  const changeToken = async (
    editor: Editor,
    scope: Scope,
    id: number,
    said: 'renewed' | 'ended',
    change: (tx: Tx) => Promise<void>,
  ): Promise<void> => {
    const { organization_id: organizationId, name } = await resource.read(scope, id);
    await settled(
      changeRegistry(editor, async ({ tx, note }) => {
        await change(tx);
        const after = { name, link: said };
        note({ action: 'write', entity: 'wall_displays', entityId: id, organizationId, before: null, after });
      }),
    );
  };

  return {
    list: resource.list,
    read: resource.read,
    edit: (...args) => settled(resource.edit(...args)),
    remove: (...args) => settled(resource.remove(...args)),
    async make(editor, scope, display) {
      const { token, hash } = newToken();
      const made = await resource.add(editor, scope, display, (tx, id) => saveToken(tx, id, hash, editor.userId));
      return { ...made, token };
    },
    async renew(editor, scope, id) {
      const { token, hash } = newToken();
      await changeToken(editor, scope, id, 'renewed', (tx) => saveToken(tx, id, hash, editor.userId));
      return token;
    },
    async end(editor, scope, id) {
      await changeToken(editor, scope, id, 'ended', (tx) => endToken(tx, id, clock.now()));
      return resource.read(scope, id);
    },
  };
};
