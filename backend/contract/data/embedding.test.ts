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

describe('embeds', () => {
  const embed = async (path: string) => (await get(path)).body

  test('a to-one embed can be selected by the name of its foreign key or of its foreign key column', async () => {
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

  test('a to-many embed has its own filter, order, limit and offset', async () => {
    const path =
      '/people?id=in.(2,5)&order=id&select=name,films!films_director_id_fkey(title)' +
      '&films.order=year&films.limit=1&films.year=gt.1940&films.offset=1'
    expect(await embed(path)).toEqual([
      { name: 'Akira Kurosawa', films: [{ title: 'Seven Samurai' }] },
      { name: 'Nobody', films: [] },
    ])
  })

  test('many-to-many and one-to-one relationships can be embedded, and embeds can be nested three levels deep', async () => {
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

  test('an embed can return its row count', async () => {
    expect(
      await embed(
        '/people?id=in.(2,5)&order=id&select=name,films!films_director_id_fkey(count),parts(n:count)&films.year=gt.1950',
      ),
    ).toEqual([
      { name: 'Akira Kurosawa', films: [{ count: 1 }], parts: [{ n: 0 }] },
      { name: 'Nobody', films: [{ count: 0 }], parts: [{ n: 0 }] },
    ])
    expect(await embed('/films?select=count')).toEqual([{ count: 5 }])
    expect(await get('/films?select=id,count()')).toMatchObject({ body: { code: 'PGRST123' } })
  })

  test('an aliased embed can be filtered both by its alias and by its relation name', async () => {
    const path = (name: string) =>
      `/films?id=lt.4&order=id&select=roles:parts!inner(name)&${name}.name=eq.Tajomaru`
    expect(await embed(path('roles'))).toEqual([{ roles: [{ name: 'Tajomaru' }] }])
    expect(await embed(path('parts'))).toEqual([{ roles: [{ name: 'Tajomaru' }] }])
  })

  test('an inner embed removes parent rows without a match, and a left embed keeps them', async () => {
    const path = (join: string) =>
      `/films?select=id,parts!${join}(name)&parts.name=eq.Tajomaru&order=id&id=lt.4`
    expect(await embed(path('inner'))).toEqual([{ id: 3, parts: [{ name: 'Tajomaru' }] }])
    expect(await embed(path('left'))).toHaveLength(3)
    expect(
      await embed('/films?select=id,director:director_id!inner(name)&director.name=like.Agn*'),
    ).toEqual([{ id: 1, director: { name: 'Agnès Varda' } }])
  })

  test('is.null on an embed selects parent rows without a match, and not.is.null selects parent rows with a match', async () => {
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

  test('the parameters and= and or= combine the filters of an embed', async () => {
    expect(
      await embed('/people?id=eq.4&select=parts(name)&parts.or=(name.eq.Kikuchiyo,film_id.eq.99)'),
    ).toEqual([{ parts: [{ name: 'Kikuchiyo' }] }])
    expect(
      await embed(
        '/people?id=eq.4&select=parts(name)&parts.not.and=(name.eq.Kikuchiyo,film_id.eq.2)',
      ),
    ).toEqual([{ parts: [{ name: 'Tajomaru' }] }])
  })

  test('a spread moves the columns of a to-one embed to the parent', async () => {
    expect(await embed('/films?id=eq.1&select=id,...director_id(director:name,born)')).toEqual([
      { id: 1, director: 'Agnès Varda', born: '1928-05-30' },
    ])
    expect(
      await embed('/parts?film_id=eq.2&select=name,...films(title,...director_id(by:name))'),
    ).toEqual([{ name: 'Kikuchiyo', title: 'Seven Samurai', by: 'Akira Kurosawa' }])
  })

  test("a self-referencing table can embed a row's parent by column name and a row's children by relation name", async () => {
    expect(
      await embed('/staff?id=eq.2&select=name,boss:boss_id(name),reports:staff!boss_id(name)'),
    ).toEqual([{ name: 'Archivist', boss: { name: 'Head' }, reports: [{ name: 'Intern' }] }])
  })

  test('views can be embedded by the foreign keys of their underlying tables', async () => {
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

  test('an ambiguous embed returns an error that lists the candidate relationships', async () => {
    const { status, body } = await get('/films?select=people(name)')
    expect(status).toBe(300)
    expect(body).toMatchObject({ code: 'PGRST201', hint: expect.stringContaining('people!parts') })
    expect((body as { details: unknown[] }).details).toContainEqual({
      cardinality: 'many-to-one',
      embedding: 'films with people',
      relationship: 'films_director_id_fkey using films(director_id) and people(id)',
    })
  })

  test('an unknown relationship, an unselected embed and an invalid embed filter return errors', async () => {
    expect(await get('/films?select=settings(name)')).toMatchObject({
      status: 400,
      body: { code: 'PGRST200' },
    })
    expect(await get('/films?parts.name=eq.x')).toMatchObject({
      status: 400,
      body: { code: 'PGRST108' },
    })
    expect(await get('/films?select=parts(name)&parts=eq.1')).toMatchObject({
      status: 400,
      body: { code: 'PGRST120' },
    })
    expect(await get('/films?select=parts(name)&order=parts(name)')).toMatchObject({
      status: 400,
      body: { code: 'PGRST118' },
    })
  })
})
