import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive, type Archive } from './archive.ts'

let archive: Archive
beforeAll(async () => {
  archive = await openArchive()
})
afterAll(() => archive.close())

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await archive.fetch(path, { headers })
  return { status: response.status, body: (await response.json()) as unknown }
}

describe('relationships', () => {
  const db = () => archive.client()

  test('a computed relationship is embedded as an object (to-one) or an array (to-many)', async () => {
    const { data } = await db()
      .from('films')
      .select('maker(name, initials), players(name)')
      .in('id', [1, 4])
      .order('id')
    expect(data).toEqual([
      { maker: { name: 'Agnès Varda', initials: 'AV' }, players: [{ name: 'Corinne Marchand' }] },
      { maker: null, players: [] },
    ])
    const inner = db().from('films').select('id, players!inner(name)', { count: 'exact' })
    expect(await inner.like('players.name', 'T*').order('id')).toMatchObject({
      data: [{ id: 2 }, { id: 3 }],
      count: 2,
    })
  })

  test('a computed relationship takes precedence over a relation with the same name', async () => {
    const { data } = await db().from('people').select('name, restorations(title)').eq('id', 2)
    expect(data).toEqual([{ name: 'Akira Kurosawa', restorations: [{ title: 'Seven Samurai' }] }])
  })

  test('rows that a function returns can embed computed relationships', async () => {
    const { data } = await db()
      .rpc('films_of' as never, { maker: 1 } as never)
      .select('maker(name), players(name)')
    expect(data).toEqual([
      { maker: { name: 'Agnès Varda' }, players: [{ name: 'Corinne Marchand' }] },
    ])
  })

  test('relations with composite foreign keys can be embedded', async () => {
    const { data } = await db()
      .from('reels')
      .select('number, scratches(seconds)')
      .eq('film_id', 1)
      .order('number')
    expect(data).toEqual([
      { number: 1, scratches: [] },
      { number: 2, scratches: [{ seconds: 1.5 }, { seconds: 2.5 }] },
    ])
    const up = await db().from('scratches').select('reels(minutes, films(title))').eq('id', 3)
    expect(up.data).toEqual([{ reels: { minutes: 100, films: { title: 'Seven Samurai' } } }])
  })

  test('partitioned tables can be embedded', async () => {
    const { data } = await db()
      .from('films')
      .select('visits(guests)')
      .eq('id', 1)
      .gt('visits.guests', 10)
      .order('guests', { referencedTable: 'visits', ascending: false })
    expect(data).toEqual([{ visits: [{ guests: 30 }, { guests: 20 }] }])
  })

  test('one-to-one relationships can be embedded through views and materialized views', async () => {
    expect(
      (await db().from('film_cards').select('restoration_cards(restored_film)').eq('film', 2)).data,
    ).toEqual([{ restoration_cards: { restored_film: 2 } }])
    expect(
      (await db().from('makers').select('films!films_director_id_fkey(id)').eq('maker', 1)).data,
    ).toEqual([{ films: [{ id: 1 }] }])
  })
})

test('function results that are not rows of a relation cannot embed relations', async () => {
  expect(await get('/rpc/years?select=films(title)')).toMatchObject({
    status: 400,
    body: { code: 'PGRST200', details: "The rows of 'years' belong to no relation." },
  })
})

describe('to-many spread embeds', () => {
  test('a to-many spread embed returns each column as an array in the requested order', async () => {
    const { data } = await archive
      .client()
      .from('people')
      .select('name, ...films!films_director_id_fkey(titles:title, year)')
      .in('id', [2, 5])
      .order('id')
      .order('year', { referencedTable: 'films', ascending: false })
    expect(data).toEqual([
      { name: 'Akira Kurosawa', titles: ['Seven Samurai', 'Rashomon'], year: [1954, 1950] },
      { name: 'Nobody', titles: [], year: [] },
    ])
  })

  test('to-many spread embeds support filters, inner joins, nested embeds and nested spreads', async () => {
    const path =
      '/people?select=name,...parts!inner(roles:name,films(id),...films(titles:title))&parts.film_id=gt.1'
    expect(await get(path)).toMatchObject({
      body: [
        {
          name: 'Toshiro Mifune',
          roles: ['Kikuchiyo', 'Tajomaru'],
          films: [{ id: 2 }, { id: 3 }],
          titles: ['Seven Samurai', 'Rashomon'],
        },
      ],
    })
  })
})

describe('order and filters by embeds', () => {
  const ids = async (query: string) => {
    const { body } = await get(`/films?${query}`, { prefer: 'count=exact' })
    return (body as { id: number }[]).map(({ id }) => id)
  }

  test.each([
    ['select=id,maker(name)&order=maker(name).desc.nullslast,id', [2, 3, 1, 4, 5]],
    ['select=id,...maker(name)&order=maker(name).desc.nullslast,id', [2, 3, 1, 4, 5]],
    ['select=id,maker()&order=maker(born).nullsfirst,id&limit=3', [4, 5, 2]],
    ['select=id,maker()&maker=not.is.null&or=(maker.is.null,year.gt.1951)&order=id', [1, 2]],
    ['select=id,director_id(name)&director_id=eq.2&order=id', [2, 3]],
    ['select=id,director_id(name)&director_id=is.null&order=id', [4, 5]],
    ['select=id,parts()&parts.name=eq.Tajomaru&order=id&limit=1', [1]],
    ['select=id,parts(name)&parts.offset=1&parts=not.is.null', []],
    ['select=id,parts!inner(people!inner())&parts.people.name=like.T*&order=id', [2, 3]],
  ])('the query %s orders or filters films by an embed', async (query, expected) => {
    expect(await ids(query)).toEqual(expected)
  })
})

test('too many or too deeply nested embeds are rejected with PGRST100', async () => {
  for (const select of ['parts(),'.repeat(70) + 'id', 'a('.repeat(40) + 'id' + ')'.repeat(40)]) {
    expect(await get(`/films?select=${select}`)).toMatchObject({
      status: 400,
      body: { code: 'PGRST100', message: 'The request asks for too much' },
    })
  }
})
