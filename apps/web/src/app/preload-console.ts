// Runs beside the page's own script and imports nothing: for a logged-in user it requests the files of the console
// that the page would ask for only when React and Login are loaded.
const files = document.querySelector<HTMLScriptElement>('script[data-console]')?.dataset;

if (files !== undefined && sessionStorage.getItem('access_token') !== null) {
  // The texts of another language would be loaded in vain, no more.
  const texts = /"language":"en"/.test(sessionStorage.getItem('login') ?? '') ? files.en : files.ko;
  for (const href of `${files.console} ${texts}`.split(' ')) {
    const link = document.createElement('link');
    const isStyle = href.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
}

export {};
