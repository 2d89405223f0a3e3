import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, openTarget, type Target } from '../target.ts'

let target: Target

beforeAll(async () => {
  target = await openTarget({ statementTimeoutMs: 1_000 })
  await target.sql!`create table public.notes (text text)`
  await target.sql!`insert into public.notes values (${'ab'.repeat(2400)})`
})
afterAll(() => target.close())

test('the statement timeout cancels a slow pattern filter, which does not block other requests', async () => {
  // Uses the service role, because other roles may not send patterns with back-references.
  const client = clientOf(target, target.serviceRoleKey)
  const endless = () =>
    client.from('notes').select().filter('text', 'match', '^(.*)(.*)(.*)(.*)\\1\\2\\3\\4.$')
  const answers = await Promise.all(Array.from({ length: 12 }, endless))
  expect(new Set(answers.map(({ error }) => error?.code))).toEqual(new Set(['57014']))
  expect((await client.from('notes').select()).error).toBeNull()
})
