/**
 * The dialogs that choose a time. They load as one module. Otherwise the bundler would split the
 * fields that they share with the space page into more files, and that page would exceed its
 * JavaScript budget.
 */
export { ChangeDialog } from './change-dialog.tsx'
export { DeclineDialog } from './decline-dialog.tsx'
