/**
 * The orders a list of spaces may be read in. Each is one column that no two spaces share (the
 * migration of space orders says how it is made), so the last space of a page is the whole cursor.
 */
export const spaceOrders = {
  newest: { label: 'Newest', said: 'newest first', column: 'newest_key', ascending: false },
  'top-rated': {
    label: 'Top rated',
    said: 'best rated first',
    column: 'rating_key',
    ascending: false,
  },
  'price-low': {
    label: 'Price: low to high',
    said: 'lowest price first',
    column: 'price_key',
    ascending: true,
  },
  'price-high': {
    label: 'Price: high to low',
    said: 'highest price first',
    column: 'price_key',
    ascending: false,
  },
} as const

export type SpaceOrder = keyof typeof spaceOrders

export const defaultOrder: SpaceOrder = 'newest'

/** The keys of a space in its orders. A list that was loaded in one order has that order's alone. */
export type OrderKeys = { newest_key?: string; rating_key?: string; price_key?: string }

export function isSpaceOrder(text: string | undefined): text is SpaceOrder {
  return text !== undefined && Object.hasOwn(spaceOrders, text)
}

/** Where a space stands in an order. */
export function keyOf(space: OrderKeys, order: SpaceOrder): string {
  return space[spaceOrders[order].column] ?? ''
}

/** Below zero when key `a` comes before `b`; byte by byte, as the database compares. */
export function compareKeys(a: string, b: string, order: SpaceOrder): number {
  if (a === b) return 0
  return a < b === spaceOrders[order].ascending ? -1 : 1
}
