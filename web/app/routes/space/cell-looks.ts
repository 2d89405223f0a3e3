import type { CellState } from './grid-cells.ts'

/** Stripes tell taken hours from free ones without their colour. */
const striped =
  'bg-[repeating-linear-gradient(135deg,var(--color-transparent)_0_4px,color-mix(in_oklab,currentColor_14%,transparent)_4px_8px)]'

/** How a cell of the weekly grid looks. */
export const cellLooks: Record<CellState, string> = {
  free: 'border border-success/35 bg-success-soft/60 text-success-ink hover:border-success hover:bg-success/20',
  past: 'bg-sunken/60',
  booked: `border border-danger/35 text-danger-ink ${striped}`,
  held: `border border-caution/50 text-caution-ink ${striped}`,
  blocked: `border border-line text-ink-soft ${striped}`,
  partly: `border border-line text-ink-soft ${striped}`,
  closed: `border border-line text-ink-faint ${striped}`,
  missing: '',
}

/** What a cell says where there is room for a word. */
export const shortWords: Record<CellState, string> = {
  free: '',
  past: '',
  booked: 'Booked',
  held: 'On hold',
  blocked: 'Closed',
  partly: 'Part taken',
  closed: '',
  missing: '',
}
