/** One choice of a list. */
export type Option = { id: string; label: string }
