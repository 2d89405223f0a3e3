/**
 * The dialogs that choose a time. They load as one module, so that the fields that they share with
 * the space page stay in one file, which keeps that page within its JavaScript budget.
 */
export { ChangeDialog } from './change-dialog.tsx'
export { DeclineDialog } from './decline-dialog.tsx'
