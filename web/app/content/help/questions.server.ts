import { accountQuestions } from './account.ts'
import { bookingQuestions } from './booking.ts'
import { hostingQuestions } from './hosting.ts'
import type { Question } from './question.ts'

/** Every question of the Help Center, in the order of its page. */
export const questions: readonly Question[] = [
  ...bookingQuestions,
  ...hostingQuestions,
  ...accountQuestions,
]
