import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addUser, asUser } from './records.ts'

let database: TestDatabase
let admin: string

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await addUser(database.sql, 'admin@example.com')
  await database.sql`update profiles set is_admin = true where id = ${admin}`
})

afterAll(() => database.drop())

async function addMessage(email: string) {
  const [row] = await database.sql<{ id: string }[]>`
    insert into contact_messages (name, email, subject, message)
    values ('Nora', ${email}, 'support', 'Where is my receipt?') returning id`
  return row!.id
}

async function addApplication(email: string, status = 'received') {
  const [row] = await database.sql<{ id: string }[]>`
    insert into job_applications
      (position, name, email, letter, resume_path, resume_name, resume_type, status)
    values ('chef', 'Omar', ${email}, 'I cook', ${`${email}.pdf`}, 'cv.pdf', 'application/pdf',
      ${status}) returning id`
  return row!.id
}

const answer = (id: string, body: string) =>
  asUser(database.sql, admin, (sql) => sql`select answer_inbox_item(${id}, ${body})`)

const close = (id: string, isClosed: boolean) =>
  asUser(database.sql, admin, (sql) => sql`select close_inbox_item(${id}, ${isClosed})`)

const stateOf = async (id: string) => {
  const [row] = await asUser(
    database.sql,
    admin,
    (sql) => sql`select kind, topic, state from inbox_items where id = ${id}`,
  )
  return row
}

test("an admin's answer to a contact message is emailed to the sender, stored and recorded, and marks the message as answered", async () => {
  const { sql } = database
  const id = await addMessage('nora@example.com')
  await answer(id, '  In your account.\n\nBest, Ada ')
  expect(await stateOf(id)).toEqual({ kind: 'message', topic: 'support', state: 'answered' })
  const kept = await asUser(
    sql,
    admin,
    (transaction) => transaction`
      select id, admin_id, body from inbox_answers where message_id = ${id}`,
  )
  expect(kept).toMatchObject([{ admin_id: admin, body: 'In your account.\n\nBest, Ada' }])
  expect(
    await sql`select template, recipient, data from outgoing_mails
    where dedupe_key = ${`inbox-answer:${kept[0]!['id']}`}`,
  ).toMatchObject([
    {
      template: 'inbox-answer',
      recipient: 'nora@example.com',
      data: {
        name: 'Nora',
        answer: 'In your account.\n\nBest, Ada',
        quote: 'Where is my receipt?',
      },
    },
  ])
  expect(await sql`select action, target_type from admin_actions where target_id = ${id}`).toEqual([
    { action: 'inbox.answer', target_type: 'message' },
  ])
})

test('reopening a closed job application restores its state in the inbox: answered if it has an answer, otherwise new', async () => {
  const id = await addApplication('omar@example.com')
  await close(id, true)
  expect(await stateOf(id)).toEqual({ kind: 'application', topic: 'chef', state: 'closed' })
  await close(id, false)
  expect(await stateOf(id)).toMatchObject({ state: 'new' })
  await answer(id, 'Come by on Monday')
  await close(id, true)
  await close(id, false)
  expect(await stateOf(id)).toMatchObject({ state: 'answered' })
  expect(
    await database.sql`select action from admin_actions where target_id = ${id} order by id`,
  ).toEqual(
    ['inbox.close', 'inbox.reopen', 'inbox.answer', 'inbox.close', 'inbox.reopen'].map(
      (action) => ({ action }),
    ),
  )
})

test('the admin inbox rejects answers that are empty or too long, and answers to applications whose résumé is not yet uploaded', async () => {
  const id = await addMessage('mia@example.com')
  await expect(answer(id, '  ')).rejects.toMatchObject({ detail: 'bad_answer' })
  await expect(answer(id, 'x'.repeat(5001))).rejects.toMatchObject({ detail: 'bad_answer' })
  expect(await stateOf(id)).toMatchObject({ state: 'new' })
  const incomplete = await addApplication('late@example.com', 'receiving')
  await expect(answer(incomplete, 'Hello')).rejects.toMatchObject({ detail: 'item_not_found' })
  expect(await stateOf(incomplete)).toBeUndefined()
})
