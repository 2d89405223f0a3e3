import { invalidRequest } from './errors.ts'
import { listPage } from './lists.ts'
import type { Kept, Store } from './store.ts'

type Fields = Record<string, unknown>

/** Returns the JSON of an object without the private fields of the fake. */
export function jsonOf(object: object): string {
  const json = JSON.stringify(object)
  if (!json.includes('"$sandbox"')) return json
  return JSON.stringify(object, (key, value: unknown) => (key === '$sandbox' ? undefined : value))
}

export function present<T extends object>(object: T): T {
  return JSON.parse(jsonOf(object)) as T
}

/**
 * Returns an object with ids replaced by their objects, along paths such as
 * `latest_charge.balance_transaction`.
 */
export function expanded(store: Store, object: object, paths: string[]): object {
  if (paths.length === 0) return object
  const copy = present(object)
  for (const path of paths) {
    if (path.split('.').length > 4) throw notExpandable(path)
    expandPath(store, copy as Fields, path.split('.'), path)
  }
  return copy
}

function expandPath(store: Store, parent: Fields, [key = '', ...rest]: string[], path: string) {
  if (key === 'refunds' && parent['object'] === 'charge')
    parent[key] ??= refundsOf(store, String(parent['id']))
  const value = parent[key]
  if (value === undefined) throw notExpandable(path)
  if (value === null) return
  const loaded = typeof value === 'string' ? store.findAny(value) : value
  if (!loaded || typeof loaded !== 'object') throw notExpandable(path)
  parent[key] = loaded
  if (rest.length === 0) return
  for (const child of Array.isArray(loaded) ? loaded : [loaded])
    expandPath(store, child as Fields, rest, path)
}

function refundsOf(store: Store, charge: string): object {
  return listPage<Kept>(store, 'refund', `/v1/charges/${charge}/refunds`, {}, { where: { charge } })
}

function notExpandable(path: string) {
  return invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
}

/** Formats an amount in minor units as a string such as "$12.50" or "¥1,250". */
export function formatAmount(minor: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
