import { describe, expect, test } from 'vitest';
import { bodyOf } from './body.ts';
import { applyTemplate, parseTemplate, renderCommand } from './template.ts';

const body = (json: unknown) =>
  bodyOf(new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json)));
const state = body({ a: { b: [21.5, 22] }, 'x y': 'low', n: null });

describe('templates of values', () => {
  test.each([
    [null, '812', '812'],
    ['', ' 812 ', '812'],
    ['{{ value }}', '812', '812'],
    ['{{value|float}}', '812', '812'],
    ['{{- value_json.a.b[1] -}}', undefined, 22],
    ["{{ value_json['a'][\"b\"][0] | float(0) | round(1) | default('None') }}", undefined, 21.5],
    ["{{ value_json['x y'] | default(none, true) }}", undefined, 'low'],
    ['{{ value_json.n | default(0) }}', undefined, null],
    ['{{ value_json.missing | default(0) }}', undefined, null],
    ['{{ value_json.toString }}', undefined, null],
    ['{{ value_json.a }}', undefined, null],
    ["{{ {'off': 0, \"low\": 1}[value_json['x y']] | default('None') }}", undefined, '1'],
    ["{{ {'off': 0}[value_json['x y']] }}", undefined, null],
    [
      "{{ value_json['x y'] if value_json['x y'] in ['low', \"high\"] else 'None' | default('None') }}",
      undefined,
      'low',
    ],
    ["{{ value_json['x y'] if value_json['x y'] in ['auto'] else 'None' }}", undefined, null],
  ])('%s', (template, text, expected) => {
    const parsed = parseTemplate(template);
    expect(parsed && applyTemplate(parsed, text === undefined ? state : body(text))).toEqual(expected);
  });

  test.each([
    '{{ value_json.a * 10 }}',
    '{{ (value_json.a | int) / 10 }}',
    '{% if value_json.a %}1{% endif %}',
    '{{ value }} {{ value }}',
    'value_json.a',
    '{{ states("sensor.x") }}',
    '{{ value_json }}',
    "{{ {'a': b}[value] }}",
    "{{ value_json.a if value_json.b in ['x'] else 'None' }}",
    `{{ ${'x'.repeat(3_000)} }}`,
  ])('refuses %s', (template) => {
    expect(parseTemplate(template)).toBeNull();
  });

  test('refuses long texts that match almost, within moments', () => {
    const started = performance.now();
    for (const part of [' if', '|default', ' ', '[1]', "'a':1,", '{', '('])
      parseTemplate(`{{ value_json.a${part.repeat(Math.floor(1_900 / part.length))} }}`);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

test.each([
  [null, '5', '5'],
  ['{{ value }}', '5', '5'],
  ["{{ {0: 'off', 5: 'high'}[value] | default('') }}", '5', 'high'],
  ["{{ {0: 'off'}[value] | default('') }}", '5', null],
  ['{"speed": {{ value | int }}, "on": true}', '5', '{"speed": 5, "on": true}'],
  ['{{ value * 2 }}', '5', null],
  ['{{ value_json.a }}', '5', null],
  ['{{ value }}{% if value %}x{% endif %}', '5', null],
  ['ON', '5', null],
])('renders the command %s', (template, value, expected) => {
  expect(renderCommand(template, value)).toBe(expected);
});
