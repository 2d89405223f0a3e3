import type { Question } from '#web/content/help/question.ts'
import { blockText } from '#web/features/content/block-text.ts'

/** The questions in the words of schema.org. */
export function structuredQuestions(questions: readonly Question[]): object {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.map(blockText).join(' ') },
    })),
  }
}
