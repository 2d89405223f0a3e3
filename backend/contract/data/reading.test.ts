import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive, type Archive } from './archive.ts'

let archive: Archive
beforeAll(async () => {
  archive = await openArchive()
})
afterAll(() => archive.close())

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await archive.fetch(path, { headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

describe('columns', () => {
  test('numbers, times, domains and generated columns as PostgreSQL writes them', async () => {
    const { text } = await get(
      '/films?id=eq.1&select=budget,rating,shot_at,currency,title_length,tags,mood,on_show',
    )
    expect(text).toContain('"budget":1234567890.123456789')
    expect(JSON.parse(text)).toMatchObject([
      {
        rating: 7.8,
        shot_at: '1961-06-21T17:00:00.123456+00:00',
        currency: 'USD',
        title_length: 16,
        tags: ['paris', 'song'],
        mood: 'calm',
        on_show: '[1,10)',
      },
    ])
  })

  test('aliases, casts, JSON paths and computed columns', async () => {
    const { body } = await get(
      '/films?id=eq.1&select=name:title,year::text,facts->color,run:facts->>runtime,star:facts->cast->0->>name,full_title',
    )
    expect(body).toEqual([
      {
        name: 'Cléo from 5 to 7',
        year: '1962',
        color: 'mixed',
        run: '90',
        star: 'Corinne',
        full_title: 'Cléo from 5 to 7 (1962)',
      },
    ])
  })

  test('names with quotes, spaces, commas and keywords', async () => {
    const { body } = await get('/odd%20%22table?select="we ird,col",select&"we ird,col"=eq.a')
    expect(body).toEqual([{ 'we ird,col': 'a', select: 'b' }])
  })

  test('a bigint beyond 2^53 keeps its digits', async () => {
    expect((await get('/restorations?select=frames')).text).toContain('9007199254740993')
  })
})

describe('embeds', () => {
  const embed = async (path: string) => (await get(path)).body

  test('to one, by hint and by column', async () => {
    const director = { name: 'Akira Kurosawa' }
    expect(await embed('/films?id=eq.2&select=id,people!films_director_id_fkey(name)')).toEqual([
      { id: 2, people: director },
    ])
    expect(await embed('/films?id=eq.2&select=director:director_id(name)')).toEqual([{ director }])
    expect(await embed('/films?id=eq.2&select=people!director_id(name)')).toEqual([
      { people: director },
    ])
    expect(await embed('/films?id=eq.4&select=director:director_id(name)')).toEqual([
      { director: null },
    ])
  })

  test('to many, with filter, order, limit and offset of their own', async () => {
    const path =
      '/people?id=in.(2,5)&order=id&select=name,films!films_director_id_fkey(title)' +
      '&films.order=year&films.limit=1&films.year=gt.1940&films.offset=1'
    expect(await embed(path)).toEqual([
      { name: 'Akira Kurosawa', films: [{ title: 'Seven Samurai' }] },
      { name: 'Nobody', films: [] },
    ])
  })

  test('many to many, one to one, and three levels deep', async () => {
    expect(
      await embed(
        '/films?id=eq.2&select=title,cast:people!parts(name,parts(name,films(title))),restorations(frames)',
      ),
    ).toEqual([
      {
        title: 'Seven Samurai',
        cast: [
          {
            name: 'Toshiro Mifune',
            parts: [
              { name: 'Kikuchiyo', films: { title: 'Seven Samurai' } },
              { name: 'Tajomaru', films: { title: 'Rashomon' } },
            ],
          },
        ],
        restorations: { frames: Number('9007199254740993') },
      },
    ])
  })

  test('inner joins drop rows, left ones keep them', async () => {
    const path = (join: string) =>
      `/films?select=id,parts!${join}(name)&parts.name=eq.Tajomaru&order=id&id=lt.4`
    expect(await embed(path('inner'))).toEqual([{ id: 3, parts: [{ name: 'Tajomaru' }] }])
    expect(await embed(path('left'))).toHaveLength(3)
    expect(
      await embed('/films?select=id,director:director_id!inner(name)&director.name=like.Agn*'),
    ).toEqual([{ id: 1, director: { name: 'Agnès Varda' } }])
  })

  test('null filters on an embed find rows with and without', async () => {
    expect(await embed('/films?select=id,restorations()&restorations=not.is.null')).toEqual([
      { id: 2 },
    ])
    expect(
      await embed(
        '/films?select=id,parts(name)&or=(parts.is.null,id.eq.1)&order=id&parts.name=eq.x',
      ),
    ).toHaveLength(5)
    expect(await embed('/films?select=id,parts()&parts=is.null&order=id')).toEqual([
      { id: 4 },
      { id: 5 },
    ])
  })

  test('logic trees on an embed', async () => {
    expect(
      await embed('/people?id=eq.4&select=parts(name)&parts.or=(name.eq.Kikuchiyo,film_id.eq.99)'),
    ).toEqual([{ parts: [{ name: 'Kikuchiyo' }] }])
    expect(
      await embed(
        '/people?id=eq.4&select=parts(name)&parts.not.and=(name.eq.Kikuchiyo,film_id.eq.2)',
      ),
    ).toEqual([{ parts: [{ name: 'Tajomaru' }] }])
  })

  test('spread lifts the columns of a to-one embed', async () => {
    expect(await embed('/films?id=eq.1&select=id,...director_id(director:name,born)')).toEqual([
      { id: 1, director: 'Agnès Varda', born: '1928-05-30' },
    ])
    expect(
      await embed('/parts?film_id=eq.2&select=name,...films(title,...director_id(by:name))'),
    ).toEqual([{ name: 'Kikuchiyo', title: 'Seven Samurai', by: 'Akira Kurosawa' }])
  })

  test('a table that refers to itself: up by its column, down by its name', async () => {
    expect(
      await embed('/staff?id=eq.2&select=name,boss:boss_id(name),reports:staff!boss_id(name)'),
    ).toEqual([{ name: 'Archivist', boss: { name: 'Head' }, reports: [{ name: 'Intern' }] }])
  })

  test('through a view', async () => {
    expect(
      await embed(
        '/film_cards?film=eq.2&select=title,people!films_director_id_fkey(name),parts(name)',
      ),
    ).toEqual([
      {
        title: 'Seven Samurai',
        people: { name: 'Akira Kurosawa' },
        parts: [{ name: 'Kikuchiyo' }],
      },
    ])
  })

  test('several ways there is an error that lists them', async () => {
    const { status, body } = await get('/films?select=people(name)')
    expect(status).toBe(300)
    expect(body).toMatchObject({ code: 'PGRST201', hint: expect.stringContaining('people!parts') })
    expect((body as { details: unknown[] }).details).toContainEqual({
      cardinality: 'many-to-one',
      embedding: 'films with people',
      relationship: 'films_director_id_fkey using films(director_id) and people(id)',
    })
  })

  test('no way there, an unselected embed and an impossible spread are errors', async () => {
    expect(await get('/films?select=settings(name)')).toMatchObject({
      status: 400,
      body: { code: 'PGRST200' },
    })
    expect(await get('/films?parts.name=eq.x')).toMatchObject({
      status: 400,
      body: { code: 'PGRST108' },
    })
    expect(await get('/films?select=...parts(name)')).toMatchObject({
      status: 400,
      body: { code: 'PGRST119' },
    })
    expect(await get('/films?select=parts(name)&order=parts(name)')).toMatchObject({
      status: 400,
      body: { code: 'PGRST118' },
    })
  })
})

describe('counts and ranges', () => {
  const page = async (path: string, headers: Record<string, string>) => {
    const { status, headers: answered } = await get(path, headers)
    return [status, answered.get('content-range')]
  }

  test('Content-Range and 206 with a count, 200 without', async () => {
    const exact = { prefer: 'count=exact' }
    expect(await page('/films?limit=2', {})).toEqual([200, '0-1/*'])
    expect(await page('/films?limit=2', exact)).toEqual([206, '0-1/5'])
    expect(await page('/films', exact)).toEqual([200, '0-4/5'])
    expect(await page('/films?id=eq.99', exact)).toEqual([200, '*/0'])
    expect(await page('/films?select=id,parts!inner(name)&limit=1', exact)).toEqual([206, '0-0/3'])
    expect(await page('/films?select=id,parts()&parts=is.null', exact)).toEqual([200, '0-1/2'])
    expect(await page('/films?offset=3&limit=9', exact)).toEqual([206, '3-4/5'])
  })

  test('past the end is 416', async () => {
    const { status, body } = await get('/films?offset=9', { prefer: 'count=exact' })
    expect(status).toBe(416)
    expect(body).toMatchObject({
      code: 'PGRST103',
      details: 'An offset of 9 was requested, but there are only 5 rows.',
    })
    expect(await page('/films?offset=9', {})).toEqual([200, '*/*'])
  })

  test('the Range header', async () => {
    expect(await page('/films', { range: '1-2', prefer: 'count=exact' })).toEqual([206, '1-2/5'])
    expect(await page('/films', { range: '3-' })).toEqual([200, '3-4/*'])
    expect((await get('/films', { range: '3-1' })).status).toBe(416)
  })

  test('planned and estimated counts', async () => {
    await archive.sql`analyze contract.films`
    expect(await page('/films?limit=1', { prefer: 'count=planned' })).toEqual([206, '0-0/5'])
    expect(await page('/films?limit=1&is_lost=eq.true', { prefer: 'count=estimated' })).toEqual([
      206,
      '0-0/2',
    ])
  })

  test('HEAD has the headers and no body', async () => {
    const response = await archive.fetch('/films', {
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    })
    expect(response.headers.get('content-range')).toBe('0-4/5')
    expect(await response.text()).toBe('')
  })
})

describe('representations', () => {
  test('CSV', async () => {
    const { text, headers } = await get('/films?select=id,title&id=in.(3,4)&order=id', {
      accept: 'text/csv',
    })
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(text).toBe('id,title\n3,Rashomon\n4,"100% ""Quoted"", (really); -- it\'s"')
  })

  test('nulls stripped', async () => {
    const { body } = await get('/films?select=id,year&id=eq.4', {
      accept: 'application/vnd.pgrst.array+json;nulls=stripped',
    })
    expect(body).toEqual([{ id: 4 }])
  })

  test('an unknown media type is 406', async () => {
    expect(await get('/films', { accept: 'image/png' })).toMatchObject({
      status: 406,
      body: { code: 'PGRST107' },
    })
  })

  test('a single object, or the error that supabase-js knows', async () => {
    const db = archive.client()
    expect((await db.from('films').select('id').eq('id', 1).single()).data).toEqual({ id: 1 })
    const none = await db.from('films').select('id').eq('id', 99).single()
    expect(none).toMatchObject({
      status: 406,
      error: {
        code: 'PGRST116',
        message: 'Cannot coerce the result to a single JSON object',
        details: 'The result contains 0 rows',
      },
    })
    expect((await db.from('films').select('id').single()).error?.details).toBe(
      'The result contains 5 rows',
    )
    expect(await db.from('films').select('id').eq('id', 99).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    })
  })
})
