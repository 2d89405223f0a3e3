import { folded } from '@hourspace/domain/folding.ts'
import type { Question } from '#web/content/help/help.ts'
import { blockText } from '#web/features/content/inline-text.ts'

const stopWords = new Set(
  'a an and are be can do does for how i if in is it me my of on or the to what when where which who will with you your'.split(
    ' ',
  ),
)

/** Converts text to lower case and removes accents and punctuation. */
const plain = (text: string) =>
  folded(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Returns the common stem of the forms of a word, such as 'cancel' for 'cancelling'. */
const stemOf = (word: string) =>
  word.length < 5 ? word : word.replace(/(ling|led|ing|ies|ed|es|s|y)$/, '')

/** Returns the stems of the search words. Leaves out stop words unless there are no other words. */
function searchWords(text: string): string[] {
  const words = plain(text).split(' ').filter(Boolean)
  const significant = words.filter((word) => !stopWords.has(word))
  return (significant.length > 0 ? significant : words).map(stemOf)
}

/**
 * Returns the questions whose entry (question, answer, synonyms) contains, for every search word of
 * `text`, a word that starts with its stem. Entries with all these words in the question come
 * first.
 */
export function searchQuestions(questions: readonly Question[], text: string): Question[] {
  const words = searchWords(text)
  if (words.length === 0) return [...questions]
  const holds = (haystack: string) => words.every((word) => haystack.includes(` ${word}`))
  const inQuestion = ({ question }: Question) => holds(` ${plain(question)}`)
  return questions
    .filter((one) => holds(` ${plain(wordsOf(one))}`))
    .sort((a, b) => Number(inQuestion(b)) - Number(inQuestion(a)))
}

function wordsOf({ question, answer, alsoFoundBy = '' }: Question): string {
  return [question, ...answer.map(blockText), alsoFoundBy].join(' ')
}

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
