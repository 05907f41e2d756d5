import { lchownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseStartError } from '../database-start-error.ts';

/** The uid and gid that run PostgreSQL when the server is root. */
export type Identity = { uid: number; gid: number };

/**
 * PostgreSQL refuses to run as root, so it gets another uid: the owner of the cluster, or `nobody` for a new one. The
 * uid needs a passwd entry, because initdb looks up its name. Null: the server is not root, and PostgreSQL runs under
 * the server's uid.
 * @throws DatabaseStartError if the cluster belongs to another user.
 */
export function engineIdentity(cluster: string, passwd = '/etc/passwd'): Identity | null {
  const me = process.geteuid?.();
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (me !== 0) {
    if (owner && owner.uid !== me) {
      throw new DatabaseStartError(
        `${cluster} belongs to uid ${owner.uid}, and this is uid ${me}. Start as that user or as root, or give it to ` +
          `uid ${me} with chown -R.`,
      );
    }
    return null;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const identity = unprivileged(readFileSync(passwd, 'utf8'));
  // A cluster owned by root was restored from a backup by root.
  if (owner) giveTo(identity, cluster);
  return identity;
}

function unprivileged(passwd: string): Identity {
  const users = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((user) => user.uid > 0 && user.gid > 0);
  const user = users.find(({ name }) => name === 'nobody') ?? users[0];
  if (!user) {
    throw new DatabaseStartError(
      'PostgreSQL does not run as root, and /etc/passwd has no other user to run it as. Add one, or start as one.',
    );
  }
  return { uid: user.uid, gid: user.gid };
}

/** Gives a folder and its content to the identity. */
export function giveTo({ uid, gid }: Identity, folder: string): void {
  lchownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    lchownSync(join(entry.parentPath, entry.name), uid, gid);
  }
}
