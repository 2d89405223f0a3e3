import { accountQuestions } from './account.ts'
import { bookingQuestions } from './booking.ts'
import { hostingQuestions } from './hosting.ts'
import type { Question } from './help.ts'

/** All questions of the Help Center, in page order. */
export const questions: readonly Question[] = [
  ...bookingQuestions.map((question) => ({ ...question, category: 'booking' as const })),
  ...hostingQuestions.map((question) => ({ ...question, category: 'hosting' as const })),
  ...accountQuestions.map((question) => ({ ...question, category: 'account' as const })),
]
