import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/**
 * Returns what `read` returns in the browser, and `before` on the server and during hydration.
 * `subscribe` calls its listener when the value changes. Without `subscribe`, the value is read
 * again only when the component renders.
 */
export function useBrowserValue<Value, Before>(
  read: () => Value,
  before: Before,
  subscribe: (listener: () => void) => () => void = neverChanges,
): Value | Before {
  return useSyncExternalStore<Value | Before>(subscribe, read, () => before)
}
