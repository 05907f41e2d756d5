import { describe, expect, it } from 'vitest';
import { databaseHosts, MAX_HOSTS } from './database-url.ts';

const namesOf = (url: string) => databaseHosts(url)?.map(({ name }) => name) ?? null;
const many = (count: number) => Array.from({ length: count }, (_, i) => `db${i}`).join(',');

describe('databaseHosts', () => {
  it.each([
    ['one host', 'postgresql://me:secret@db/air', ['db:5432']],
    ['one host with a port', 'postgres://db:6000/air?sslmode=disable', ['db:6000']],
    ['a socket', 'postgresql://me@localhost/air?host=%2Frun%2Fpg', ['/run/pg']],
    ['two hosts', 'postgresql://me:secret@a:5432,b:5433/air', ['a:5432', 'b:5433']],
    ['hosts of which one has no port', 'postgresql://a,b:5433/air', ['a:5432', 'b:5433']],
    ['addresses of IPv6', 'postgresql://[::1]:5432,[fe80::2]/air', ['::1:5432', 'fe80::2:5432']],
    ['sockets in the address', 'postgresql://me@%2Frun%2Fa,%2Frun%2Fb/air', ['/run/a', '/run/b']],
    ['parameters', 'postgresql://me@/air?host=a,b&port=1,2', ['a:1', 'b:2']],
    ['parameters with one port', 'postgresql://me@/air?host=a,b&port=6000', ['a:6000', 'b:6000']],
    ['as many hosts as allowed', `postgresql://${many(MAX_HOSTS)}/air`, expect.objectContaining({ length: MAX_HOSTS })],
  ])('reads %s', (_, url, names) => {
    expect(namesOf(url)).toEqual(names);
  });

  it.each([
    ['another scheme', 'mysql://a,b/air'],
    ['a port that is no number', 'postgresql://a:x,b/air'],
    ['port 0', 'postgresql://a:0,b/air'],
    ['a port that is too large', 'postgresql://a:70000,b/air'],
    ['an empty host', 'postgresql://a,,b/air'],
    ['a comma at the end', 'postgresql://a,/air'],
    ['the same host twice', 'postgresql://a:5432,a/air'],
    ['too many hosts', `postgresql://${many(MAX_HOSTS + 1)}/air`],
    ['another number of ports', 'postgresql://me@/air?host=a,b,c&port=1,2'],
    ['a broken escape', 'postgresql://a%2,b/air'],
    ['a host that is too long', `postgresql://${'a'.repeat(256)},b/air`],
    ['an endless URL', `postgresql://a,b/${'x'.repeat(5_000)}`],
  ])('refuses %s', (_, url) => {
    expect(databaseHosts(url)).toBeNull();
  });

  it('gives each host its URL with the login, the database and the parameters', () => {
    expect(databaseHosts('postgresql://me:s%40cret@a,b:5433/air?sslmode=disable')?.map(({ url }) => url)).toEqual([
      'postgresql://me:s%40cret@localhost/air?sslmode=disable&host=a&port=5432',
      'postgresql://me:s%40cret@localhost/air?sslmode=disable&host=b&port=5433',
    ]);
  });

  it('leaves the URL of one host as it is', () => {
    const url = 'postgresql://me@localhost/air?host=%2Frun%2Fpg';
    expect(databaseHosts(url)).toEqual([{ name: '/run/pg', url }]);
  });
});
