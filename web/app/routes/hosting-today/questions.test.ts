import { expect, test } from 'vitest'
import type { Conversation } from '#web/data/messages.ts'
import { questionsIn } from './questions.tsx'

test('questionsIn skips closed conversations and blocked users, whom the host cannot answer', () => {
  const question = { id: 'open', needs_reply: true, is_closed: false, blocked_by_me: false }
  const questions = questionsIn([
    question,
    { ...question, id: 'answered', needs_reply: false },
    { ...question, id: 'closed', is_closed: true },
    { ...question, id: 'blocked', blocked_by_me: true },
  ] as Conversation[])
  expect(questions.map(({ id }) => id)).toEqual(['open'])
})
