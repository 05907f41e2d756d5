import { CUSTOM_MEDIA } from '../src/ui/theme/tokens.ts';

const NAME = /\(--([a-z-]+)\)/g;

const queryOf = (name: string): string => {
  const query = CUSTOM_MEDIA[name];
  if (query === undefined) throw new Error(`@media (--${name}): there is no such name in ui/theme/tokens.ts`);
  return query;
};

/** Media queries with their names replaced: `(--phone)` by `(max-width: 699.95px)`. */
export const expandMedia = (params: string): string => params.replaceAll(NAME, (_, name: string) => queryOf(name));

/** PostCSS plugin. Browsers know no custom media queries yet, and a variable cannot stand in a media query. */
export const customMedia = {
  postcssPlugin: 'custom-media',
  AtRule: {
    media: (rule: { params: string }) => {
      const params = expandMedia(rule.params);
      // PostCSS visits a rule again after each assignment.
      if (params !== rule.params) rule.params = params;
    },
  },
};
