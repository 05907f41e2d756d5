import { expect, test } from 'vitest';
import { EMQX } from './emqx.ts';
import { MOSQUITTO } from './mosquitto.ts';
import { RABBITMQ } from './rabbitmq.ts';
import { readForm, readJson } from './read-fields.ts';

/** Bodies as RabbitMQ 3.10 sends them. */
const MQTT_CONTEXT = 'variable_map.client_id=A01%3AM1&variable_map.username=A01%3AM1&variable_map.vhost=%2F';

test.each([
  [
    'user',
    'username=A01%3AM1&password=s%C3%A9cret&vhost=%2F&client_id=A01%3AM1',
    { ask: 'login', username: 'A01:M1', password: 'sécret', clientId: 'A01:M1' },
  ],
  ['user', 'username=A01%3AM1&password=s', { ask: 'login', username: 'A01:M1', password: 's', clientId: null }],
  ['user', 'username=A01%3AM1', null],
  ['vhost', 'username=A01%3AM1&vhost=%2F&ip=10.0.0.5', { ask: 'known', username: 'A01:M1', clientId: null }],
  ['vhost', 'username=A01%3AM1&vhost=airdeck&ip=10.0.0.5', { ask: 'known', username: 'A01:M1', clientId: null }],
  ['vhost', 'username=A01%3AM1&vhost=finance&ip=10.0.0.5', null],
  ['vhost', 'username=A01%3AM1', null],
  [
    'resource',
    'username=A01%3AM1&vhost=%2F&resource=exchange&name=amq.topic&permission=write',
    { ask: 'known', username: 'A01:M1', clientId: null },
  ],
  ['resource', 'username=A01%3AM1&vhost=%2F&resource=exchange&name=amq.topic&permission=configure', null],
  ['resource', 'username=A01%3AM1&vhost=%2F&resource=exchange&name=amq.default&permission=write', null],
  ['resource', 'username=A01%3AM1&vhost=finance&resource=exchange&name=amq.topic&permission=write', null],
  [
    'resource',
    'username=A01%3AM1&vhost=%2F&resource=queue&name=mqtt-subscription-A01%3AM1qos1&permission=configure',
    { ask: 'session', username: 'A01:M1', clientId: 'A01:M1' },
  ],
  ['resource', 'username=A01%3AM1&vhost=%2F&resource=queue&name=invoices&permission=read', null],
  ['resource', 'username=A01%3AM1&vhost=%2F&resource=topic&name=amq.topic&permission=write', null],
  [
    'topic',
    `username=A01%3AM1&vhost=%2F&resource=topic&name=amq.topic&permission=write&routing_key=airdeck.v1.A01.M1.readings&${MQTT_CONTEXT}`,
    { ask: 'publish', username: 'A01:M1', topic: 'airdeck/v1/A01/M1/readings', clientId: 'A01:M1' },
  ],
  [
    'topic',
    'username=A01%3AM1&vhost=%2F&resource=topic&name=amq.topic&permission=read&routing_key=airdeck.v1.A01.*.commands',
    { ask: 'subscribe', username: 'A01:M1', topic: 'airdeck/v1/A01/+/commands', clientId: null },
  ],
  ['topic', 'username=A01%3AM1&vhost=%2F&resource=topic&name=other&permission=write&routing_key=airdeck', null],
  ['topic', 'username=A01%3AM1&vhost=%2F&resource=topic&name=amq.topic&permission=configure&routing_key=a', null],
] as const)('RabbitMQ: %s %s', (address, body, expected) => {
  expect(RABBITMQ[address](readForm(Buffer.from(body)))).toEqual(expected);
});

test.each([
  [
    'authentication',
    { clientid: 'A01:M1', username: 'A01:M1', password: 's' },
    { ask: 'login', username: 'A01:M1', password: 's', clientId: 'A01:M1' },
  ],
  ['authentication', { username: 'A01:M1', password: 's' }, null],
  ['authentication', { clientid: 'A01:M1', username: 'A01:M1', password: null }, null],
  [
    'authorization',
    { clientid: 'A01:M1', username: 'A01:M1', topic: 'a/b', action: 'publish' },
    { ask: 'publish', username: 'A01:M1', topic: 'a/b', clientId: 'A01:M1' },
  ],
  ['authorization', { clientid: 'A01:M1', username: 'A01:M1', topic: 'a/b', action: 'all' }, null],
] as const)('EMQX: %s %j', (address, body, expected) => {
  expect(EMQX[address](readJson(Buffer.from(JSON.stringify(body))))).toEqual(expected);
});

test.each([
  ['acl', { username: 'A01:M1', clientid: 'A01:M1', topic: 'a/b', acc: 1 }, 'receive'],
  ['acl', { username: 'A01:M1', clientid: 'A01:M1', topic: 'a/b', acc: 2 }, 'publish'],
  ['acl', { username: 'A01:M1', clientid: 'A01:M1', topic: 'a/b', acc: 4 }, 'subscribe'],
  ['acl', { username: 'A01:M1', clientid: 'A01:M1', topic: 'a/b', acc: 3 }, undefined],
  ['acl', { username: 'A01:M1', clientid: 'A01:M1', topic: 'a/b', acc: 'toString' }, undefined],
  ['superuser', { username: 'A01:M1' }, undefined],
  ['user', { username: 'A01:M1', password: 's', clientid: 'A01:M1' }, 'login'],
] as const)('Mosquitto: %s %j asks %s', (address, body, expected) => {
  expect(MOSQUITTO[address](readJson(Buffer.from(JSON.stringify(body))))?.ask).toBe(expected);
});

test.each([
  ['a repeated field', () => readForm(Buffer.from('username=a&username=b'))],
  ['too many fields', () => readForm(Buffer.from(Array.from({ length: 33 }, (_, i) => `f${i}=`).join('&')))],
  ['broken UTF-8', () => readForm(Buffer.from([0x61, 0xff]))],
  ['a repeated key', () => readJson(Buffer.from('{"username":"a","username":"b"}'))],
  ['an array', () => readJson(Buffer.from('["a"]'))],
  ['a nested value', () => readJson(Buffer.from('{"username":{"a":1}}'))],
  ['text that is no JSON', () => readJson(Buffer.from('username=a'))],
])('refuses %s', (_, read) => {
  expect(read).toThrow('ERR_BAD_REQUEST');
});
