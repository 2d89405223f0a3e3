import { isExpected } from './expected.ts'

type Report = (error: unknown) => void

let report: Report = () => {}

/** Says where unexpected errors of pages go besides the log. Called once at start. */
export function reportErrorsTo(listener: Report): void {
  report = listener
}

/** Logs an unexpected error of a page and reports it. What is expected is left out. */
export function pageFailed(error: unknown): void {
  if (isExpected(error)) return
  console.error(error)
  report(error)
}
