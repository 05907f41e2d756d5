import createCache, { type EmotionCache, type StylisElement, type StylisPlugin } from '@emotion/cache';

/** A pseudo-class or pseudo-element of old Firefox, Internet Explorer or Edge, with its colons. */
const FOREIGN = /::?-(?:moz|ms)-[\w-]+/;

/**
 * Leaves out rules that this browser would refuse: MUI's components have them for several browsers, and the exceptions of
 * some dozens took longer than all other rules of a screen together.
 */
const createLeaveOut = (supports: (condition: string) => boolean): StylisPlugin => {
  const known = new Map<string, boolean>();
  const isKnown = (pseudo: string): boolean => {
    const isSupported = known.get(pseudo) ?? supports(`selector(${pseudo})`);
    known.set(pseudo, isSupported);
    return isSupported;
  };
  const isUsable = (selector: string): boolean => {
    const [pseudo] = FOREIGN.exec(selector) ?? [];
    return pseudo === undefined || isKnown(pseudo);
  };
  return (element: StylisElement) => {
    if (element.type !== 'rule' || !Array.isArray(element.props)) return;
    element.props = element.props.filter(isUsable);
    // A rule without declarations is not inserted.
    if (element.props.length === 0) element.children = [];
  };
};

/** Properties that some browsers know by another name only: Safari the first one, Chromium before 136 the second one. */
const OTHER_NAMES = new Map([
  ['user-select', '-webkit-'],
  ['color-adjust', '-webkit-print-'],
]);

const addOtherNames: StylisPlugin = (element: StylisElement) => {
  const prefix = element.type === 'decl' && OTHER_NAMES.get(String(element.props));
  if (prefix) element.return = `${prefix}${element.value}${element.value}`;
};

/**
 * Styles of MUI's components in a browser that supports what `supports` says. Its plugins replace the library's, which
 * prefixes for browsers that lack flexible boxes: twice the text to be parsed.
 */
export const createStyleCache = (supports: (condition: string) => boolean): EmotionCache =>
  createCache({ key: 'css', stylisPlugins: [createLeaveOut(supports), addOtherNames] });
