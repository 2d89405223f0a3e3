import { accountQuestions } from './account.ts'
import { bookingQuestions } from './booking.ts'
import { hostingQuestions } from './hosting.ts'
import type { Question } from './help.ts'

export const questions: readonly Question[] = [
  ...bookingQuestions,
  ...hostingQuestions,
  ...accountQuestions,
]
