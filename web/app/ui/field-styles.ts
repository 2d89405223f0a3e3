export const fieldStyles = 'group/field flex min-w-0 flex-col gap-1.5'

export const frameStyles =
  'min-h-11 w-full rounded-control border border-control bg-surface text-ink transition-colors duration-150 ' +
  'hover:border-ink-soft focus-within:border-focus focus-within:ring-2 focus-within:ring-focus/35 focus-visible:ring-2 ' +
  'group-data-invalid/field:border-danger data-invalid:border-danger ' +
  'group-data-disabled/field:opacity-50'

export const inputStyles =
  'min-h-11 w-full min-w-0 bg-transparent px-3.5 text-base text-ink outline-none data-disabled:cursor-not-allowed'

export const popoverStyles =
  'rounded-card border border-line bg-raised p-1.5 shadow-floating outline-none transition duration-150 ease-settle ' +
  'data-entering:translate-y-1 data-entering:opacity-0 data-exiting:opacity-0'

export const optionStyles =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-small px-3 text-base text-ink outline-none select-none pointer-coarse:min-h-11 ' +
  'data-focused:bg-sunken data-selected:font-semibold data-disabled:text-ink-faint'
