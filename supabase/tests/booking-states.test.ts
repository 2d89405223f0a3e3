import { expect, test } from 'vitest'
import { bookingTransitions } from '@hourspace/domain/booking-states.ts'
import { createTestDatabase } from '@hourspace/launch/testing/database.ts'

test('the SQL table booking_transitions has the same rows as bookingTransitions in domain/', async () => {
  const database = await createTestDatabase()
  try {
    const rows = await database.sql<{ from: string | null; to: string; actor: string }[]>`
      select from_status as from, to_status as to, actor from booking_transitions
      order by from_status, to_status, actor`
    const stated = bookingTransitions.map(({ from, to, actor }) => ({ from, to, actor }))
    expect([...rows]).toEqual(stated)
  } finally {
    await database.drop()
  }
})
