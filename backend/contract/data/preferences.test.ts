import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive, type Archive } from './archive.ts'

let archive: Archive
beforeAll(async () => {
  archive = await openArchive({ txEnd: 'commit-allow-override' })
})
afterAll(() => archive.close())

const send = async (
  method: string,
  path: string,
  prefer: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => {
  const response = await archive.fetch(path, {
    method,
    headers: { 'content-type': 'application/json', prefer, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const applied = response.headers.get('preference-applied')
  return { status: response.status, headers: response.headers, applied, text }
}

describe('Preference-Applied', () => {
  const every =
    'handling=lenient, tx=commit, missing=default, count=exact, return=minimal, timezone=UTC, resolution=merge-duplicates, max-affected=9, colour=red'

  test.each([
    ['GET', '/people', undefined, 'count=exact, tx=commit, handling=lenient, timezone=UTC'],
    [
      'POST',
      '/people',
      { id: 1, name: 'x' },
      'resolution=merge-duplicates, missing=default, return=minimal, count=exact, tx=commit, handling=lenient, timezone=UTC',
    ],
    [
      'PATCH',
      '/people?id=eq.1',
      { name: 'x' },
      'missing=default, return=minimal, count=exact, tx=commit, handling=lenient, timezone=UTC',
    ],
    [
      'PUT',
      '/people?id=eq.1',
      { id: 1, name: 'x' },
      'return=minimal, count=exact, tx=commit, handling=lenient, timezone=UTC',
    ],
    [
      'DELETE',
      '/people?id=eq.99',
      undefined,
      'return=minimal, count=exact, tx=commit, handling=lenient, timezone=UTC',
    ],
    ['POST', '/rpc/numbers', {}, 'count=exact, tx=commit, handling=lenient, timezone=UTC'],
    ['POST', '/rpc/nothing', {}, 'count=exact, tx=commit, handling=lenient, timezone=UTC'],
  ])(
    'Preference-Applied of %s %s lists exactly the applied preferences',
    async (method, path, body, applied) => {
      expect((await send(method, path, every, body)).applied).toBe(applied)
    },
  )

  test('Preference-Applied lists max-affected if handling=strict, and omits resolution if the table has no conflict target', async () => {
    const limited = await send('DELETE', '/people?id=eq.99', 'handling=strict, max-affected=9')
    expect(limited.applied).toBe('handling=strict, max-affected=9')
    const keyless = await send('POST', '/visits', 'resolution=merge-duplicates', [])
    expect(keyless.applied).toBeNull()
  })
})

describe('handling=strict', () => {
  test.each([
    ['colour=red', 'colour=red'],
    ['return=everything, x', 'return=everything, x'],
    ['timezone=Mars/Olympus', 'timezone=Mars/Olympus'],
  ])('handling=strict rejects the preferences %s', async (preferences, named) => {
    const { status, text } = await send('GET', '/people', `handling=strict, ${preferences}`)
    expect([status, JSON.parse(text)]).toMatchObject([
      400,
      { code: 'PGRST122', details: `Invalid preferences: ${named}` },
    ])
  })
})

describe('timezone', () => {
  test('Prefer: timezone formats the timestamps of one response in the given time zone', async () => {
    const path = '/films?select=shot_at&id=eq.2'
    const tokyo = await send('GET', path, 'timezone=Asia/Tokyo')
    expect([JSON.parse(tokyo.text), tokyo.applied]).toEqual([
      [{ shot_at: '1953-05-27T17:00:00+09:00' }],
      'timezone=Asia/Tokyo',
    ])
    const nowhere = await send('GET', path, 'timezone=Mars/Olympus')
    expect([nowhere.status, nowhere.applied]).toEqual([200, null])
    expect(nowhere.text).not.toContain('+09:00')
  })
})

describe('tx', () => {
  test('Prefer: tx=rollback returns the written row without storing it', async () => {
    const made = await send('POST', '/people', 'tx=rollback, return=representation', {
      id: 70,
      name: 'Nobody yet',
    })
    expect([made.status, JSON.parse(made.text), made.applied]).toEqual([
      201,
      [{ id: 70, name: 'Nobody yet', born: null }],
      'return=representation, tx=rollback',
    ])
    expect((await send('GET', '/people?id=eq.70', '')).text).toBe('[]')
    const called = await send('POST', '/rpc/add_setting', 'tx=rollback', { name: 'never' })
    expect(called.status).toBe(204)
    expect((await send('GET', '/settings?name=eq.never', '')).text).toBe('[]')
  })

  test('rollback() of supabase-js sends Prefer: tx=rollback', async () => {
    const db = archive.client()
    const { data } = await db
      .from('people')
      .insert({ id: 71, name: 'x' } as never)
      .select('id')
      .rollback()
    expect(data).toEqual([{ id: 71 }])
    expect((await db.from('people').select().eq('id', 71)).data).toEqual([])
  })

  test('the data API checks deferred constraints before it rolls back a request with Prefer: tx=rollback', async () => {
    await archive.sql`create table contract.pledges (
      film_id int references contract.films deferrable initially deferred)`
    await archive.sql`notify pgrst, 'reload schema'`
    const pledge = () => send('POST', '/pledges', 'tx=rollback', { film_id: 12345 })
    await expect.poll(async () => (await pledge()).status).toBe(409)
  })

  test('concurrent requests with Prefer: tx=rollback do not block or affect other requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 3 === 0
          ? send('POST', '/people', 'tx=rollback', { id: 1, name: 'taken' })
          : index % 3 === 1
            ? send('POST', '/people', 'tx=rollback', { id: 80 + index, name: 'x' })
            : send('GET', '/people?id=gte.80', ''),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(
      answers.map((_, index) => [409, 201, 200][index % 3]),
    )
    expect(answers.filter((_, index) => index % 3 === 2).map(({ text }) => text)).toEqual(
      Array.from({ length: 10 }, () => '[]'),
    )
  })
})
