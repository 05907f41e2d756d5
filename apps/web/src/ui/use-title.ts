import { useEffect } from 'react';
import { nameTitle } from '../lib/title.ts';

/** Names the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    nameTitle(title);
  }, [title]);
}
