import { createStore, type Store } from '../store.ts';

/** What the last request came to: reset before every request, filled by one that failed. */
export interface ErrorState {
  isError: boolean;
  message: string;
  code: string;
  errors: Readonly<Record<string, string>>;
}

export const NO_ERROR: ErrorState = { isError: false, message: '', code: '', errors: {} };

export const errorState: Store<ErrorState> = createStore(NO_ERROR);
