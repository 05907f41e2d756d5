// Runs beside the page's own script and imports nothing: for a logged-in user it requests the files of the console
// that the page would ask for only when React and Login are loaded.
const files = document.querySelector<HTMLScriptElement>('script[data-console]')?.dataset;

/** Files that are no modules, by the end of their names. */
const KINDS: Readonly<Record<string, string>> = { css: 'style', woff2: 'font' };

if (files !== undefined && sessionStorage.getItem('access_token') !== null) {
  // The texts and fonts of another language would be loaded in vain, no more.
  const own = /"language":"en"/.test(sessionStorage.getItem('login') ?? '') ? files.en : files.ko;
  for (const href of `${files.console} ${own}`.split(' ')) {
    const link = document.createElement('link');
    const [, type = ''] = /\.(\w+)$/.exec(href) ?? [];
    const as = KINDS[type];
    link.rel = as === undefined ? 'modulepreload' : 'preload';
    if (as !== undefined) link.as = as;
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
}

export {};
