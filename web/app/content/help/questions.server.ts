import { accountQuestions } from './account.ts'
import { bookingQuestions } from './booking.ts'
import { hostingQuestions } from './hosting.ts'
import type { Question } from './help.ts'

/** All questions of the Help Center, in page order. */
export const questions: readonly Question[] = [
  ...bookingQuestions,
  ...hostingQuestions,
  ...accountQuestions,
]
