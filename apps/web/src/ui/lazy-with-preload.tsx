import { type ComponentType, useEffect, useState } from 'react';

interface Preloadable<Props> {
  (props: Props): React.ReactNode;
  /** Loads the code, so that the first time shows no gap. A failure shows when the component is drawn. */
  preload: () => void;
}

/**
 * A component whose code is loaded when it is first shown; until then it renders nothing. `lazy` and Suspense are
 * unsuitable: React delays the content after a fallback by 300 ms, even if it is loaded at once.
 */
export function lazyWithPreload<Props extends object>(load: () => Promise<ComponentType<Props>>): Preloadable<Props> {
  let loaded: ComponentType<Props> | null = null;
  const get = async (): Promise<ComponentType<Props>> => {
    loaded ??= await load();
    return loaded;
  };
  function Component(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(() => loaded);
    const [failure, setFailure] = useState<unknown>();
    useEffect(() => {
      if (Loaded === null) get().then((component) => setLoaded(() => component), setFailure);
    }, [Loaded]);
    if (failure !== undefined) throw failure;
    return Loaded === null ? null : <Loaded {...props} />;
  }
  return Object.assign(Component, {
    preload: () => {
      get().catch(() => undefined);
    },
  });
}
