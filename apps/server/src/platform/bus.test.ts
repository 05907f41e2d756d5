import { describe, expect, it } from 'vitest';
import { createBus } from './bus.ts';
import { createLog } from './log.ts';

interface Events {
  rang: { times: number };
  fell: string;
}

const lines: string[] = [];
const setUp = () => {
  lines.length = 0;
  return createBus<Events>(createLog({ destination: { write: (line) => lines.push(line) } }));
};

describe('bus', () => {
  it('calls the listeners of an event in order, and of no other', () => {
    const bus = setUp();
    const heard: string[] = [];
    bus.on('rang', ({ times }) => heard.push(`first ${times}`));
    bus.on('rang', ({ times }) => heard.push(`second ${times}`));
    bus.on('fell', (what) => heard.push(what));
    bus.emit('rang', { times: 2 });
    expect(heard).toEqual(['first 2', 'second 2']);
  });

  it('no longer calls a listener that was taken off, even one that takes itself off', () => {
    const bus = setUp();
    const heard: string[] = [];
    const off = bus.on('fell', () => {
      heard.push('once');
      off();
    });
    bus.on('fell', () => heard.push('always'));
    bus.emit('fell', 'cup');
    bus.emit('fell', 'plate');
    expect(heard).toEqual(['once', 'always', 'always']);
  });

  it('logs a listener that throws and goes on with the others', () => {
    const bus = setUp();
    const heard: string[] = [];
    bus.on('fell', () => {
      throw new Error('out of order');
    });
    bus.on('fell', (what) => heard.push(what));
    bus.emit('fell', 'cup');
    expect(heard).toEqual(['cup']);
    expect(lines.join()).toContain('out of order');
  });

  it('has nothing to do for an event without listeners', () => {
    expect(() => setUp().emit('fell', 'cup')).not.toThrow();
  });
});
