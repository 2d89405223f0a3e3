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
  test('numbers, times, domains and generated columns are returned as PostgreSQL formats them in JSON', async () => {
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

  test('select= supports aliases, casts, JSON paths and computed columns', async () => {
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

  test('select= supports names with quotes, spaces, commas and keywords', async () => {
    const { body } = await get('/odd%20%22table?select="we ird,col",select&"we ird,col"=eq.a')
    expect(body).toEqual([{ 'we ird,col': 'a', select: 'b' }])
  })

  test('the data API returns all digits of a bigint beyond 2^53', async () => {
    expect((await get('/restorations?select=frames')).text).toContain('9007199254740993')
  })
})

describe('counts and ranges', () => {
  const page = async (path: string, headers: Record<string, string>) => {
    const { status, headers: answered } = await get(path, headers)
    return [status, answered.get('content-range')]
  }

  test('a page with a count returns 206 and Content-Range, and a page without a count returns 200', async () => {
    const exact = { prefer: 'count=exact' }
    expect(await page('/films?limit=2', {})).toEqual([200, '0-1/*'])
    expect(await page('/films?limit=2', exact)).toEqual([206, '0-1/5'])
    expect(await page('/films', exact)).toEqual([200, '0-4/5'])
    expect(await page('/films?id=eq.99', exact)).toEqual([200, '*/0'])
    expect(await page('/films?select=id,parts!inner(name)&limit=1', exact)).toEqual([206, '0-0/3'])
    expect(await page('/films?select=id,parts()&parts=is.null', exact)).toEqual([200, '0-1/2'])
    expect(await page('/films?offset=3&limit=9', exact)).toEqual([206, '3-4/5'])
  })

  test('an offset after the last row returns 416 with count=exact, and 200 without a count', async () => {
    const { status, body, headers } = await get('/films?offset=9', { prefer: 'count=exact' })
    expect(status).toBe(416)
    expect(headers.get('content-range')).toBe('*/5')
    expect(headers.get('content-profile')).toBe('contract')
    expect(headers.get('preference-applied')).toBe('count=exact')
    expect(body).toMatchObject({
      code: 'PGRST103',
      details: 'An offset of 9 was requested, but there are only 5 rows.',
    })
    expect(await page('/films?offset=9', {})).toEqual([200, '*/*'])
  })

  test('the Range header selects a page of rows', async () => {
    expect(await page('/films', { range: '1-2', prefer: 'count=exact' })).toEqual([206, '1-2/5'])
    expect(await page('/films', { range: '3-' })).toEqual([200, '3-4/*'])
    expect(await page('/films?limit=3&offset=1', { range: '2-9' })).toEqual([200, '2-3/*'])
    expect((await get('/films?limit=1', { range: '1-3' })).status).toBe(416)
    expect((await get('/films', { range: '3-1' })).status).toBe(416)
  })

  test('the data API ignores a limit that is not a number and rejects a negative limit', async () => {
    expect(await page('/films?limit=few&offset=-2', {})).toEqual([200, '0-4/*'])
    expect((await get('/films?limit=-1')).body).toMatchObject({ code: 'PGRST103' })
  })

  test('the response to a GET of a relation has a Content-Location header', async () => {
    const { headers } = await get('/films?select=id,title&order=id&id=lt.3')
    expect(headers.get('content-location')).toBe('/films?id=lt.3&order=id&select=id%2Ctitle')
  })

  test('count=planned and count=estimated return estimated totals in Content-Range', async () => {
    await archive.sql`analyze contract.films`
    expect(await page('/films?limit=1', { prefer: 'count=planned' })).toEqual([206, '0-0/5'])
    expect(await page('/films?limit=1&is_lost=eq.true', { prefer: 'count=estimated' })).toEqual([
      206,
      '0-0/2',
    ])
    const filtered = '/films?limit=1&select=id,parts(name)&parts.name=eq.x'
    expect(await page(filtered, { prefer: 'count=estimated' })).toEqual([206, '0-0/5'])
  })

  test('a HEAD request to the data API returns the headers of the GET response without a body', async () => {
    const response = await archive.fetch('/films', {
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    })
    expect(response.headers.get('content-range')).toBe('0-4/5')
    expect(await response.text()).toBe('')
  })
})

describe('representations', () => {
  test('a relation read with Accept: text/csv returns CSV', async () => {
    const { text, headers } = await get('/films?select=id,title&id=in.(3,4)&order=id', {
      accept: 'text/csv',
    })
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(text).toBe('id,title\n3,Rashomon\n4,"100% ""Quoted"", (really); -- it\'s"')
  })

  test('a CSV response without rows consists of one empty line', async () => {
    expect((await get('/films?id=eq.99', { accept: 'text/csv' })).text).toBe('\n')
  })

  test('the data API uses the media type with the highest quality in Accept', async () => {
    const { headers } = await get('/films?limit=1', { accept: 'application/json;q=0.5, text/csv' })
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  })

  test("a GeoJSON request returns PostgreSQL's error if PostGIS is not installed", async () => {
    const { status, body } = await get('/films', { accept: 'application/geo+json' })
    expect([status, body]).toMatchObject([404, { code: '42883' }])
  })

  test('an Accept header with nulls=stripped omits null values from the response', async () => {
    const { body } = await get('/films?select=id,year&id=eq.4', {
      accept: 'application/vnd.pgrst.array+json;nulls=stripped',
    })
    expect(body).toEqual([{ id: 4 }])
  })

  test('the data API rejects an unsupported Accept media type with 406', async () => {
    expect(await get('/films', { accept: 'image/png' })).toMatchObject({
      status: 406,
      body: { code: 'PGRST107' },
    })
  })

  test('a request for a single object returns the object, or PGRST116 unless exactly one row matches', async () => {
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
