import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive, type Archive } from './archive.ts'

let archive: Archive
beforeAll(async () => {
  archive = await openArchive()
})
afterAll(() => archive.close())

async function films(query: string): Promise<number[]> {
  const response = await archive.fetch(`/films?select=id&order=id&${query}`)
  const body = (await response.json()) as { id: number }[]
  expect({ status: response.status, body }).toMatchObject({ status: 200 })
  return body.map(({ id }) => id)
}

const cases: [query: string, ids: number[]][] = [
  ['year=eq.1954', [2]],
  ['year=neq.1954', [1, 3, 5]],
  ['year=gt.1954', [1]],
  ['year=gte.1954', [1, 2]],
  ['year=lt.1950', [5]],
  ['year=lte.1950', [3, 5]],
  ['title=like.*Samurai', [2]],
  ['title=like.Seven%25', [2]],
  ['title=ilike.*SAMURAI*', [2]],
  ['title=match.^R', [3]],
  ['title=imatch.^r', [3]],
  ['year=in.(1950,1954)', [2, 3]],
  ['year=in.()', []],
  ['title=in.("Lost reel","Seven Samurai")', [2, 5]],
  ['title=in.("100%25 \\"Quoted\\", (really); -- it\'s")', [4]],
  ['year=is.null', [4]],
  ['year=not.is.null', [1, 2, 3, 5]],
  ['year=is.not_null', [1, 2, 3, 5]],
  ['is_lost=is.true', [4, 5]],
  ['is_lost=is.false', [1, 2, 3]],
  ['is_lost=is.unknown', []],
  ['is_lost=eq.true', [4, 5]],
  ['is_lost=eq.f', [1, 2, 3]],
  ['year=isdistinct.1954', [1, 3, 4, 5]],
  ['tags=cs.{samurai,court}', [3]],
  ['tags=cd.{samurai,court,paris}', [2, 3, 4]],
  ['tags=ov.{paris,court}', [1, 3]],
  ['tags=cs.{"a,b"}', [5]],
  ['facts=cs.{"color":"mixed"}', [1]],
  ['on_show=sl.[15,25)', [1]],
  ['on_show=sr.[1,10)', [3]],
  ['on_show=nxr.[1,20)', [1, 2]],
  ['on_show=nxl.[5,20)', [2, 3]],
  ['on_show=adj.[10,12)', [1]],
  ['on_show=ov.[8,21)', [1, 2, 3]],
  ['title=fts.samurai', [2]],
  ['title=fts(english).reels', [5]],
  ['title=plfts.lost reel', [5]],
  ['title=phfts.seven samurai', [2]],
  ['title=wfts.samurai or reel', [2, 5]],
  ['title=not.fts.samurai', [1, 3, 4, 5]],
  ['year=not.eq.1954', [1, 3, 5]],
  ['year=not.in.(1950,1954)', [1, 5]],
  ['year=eq(any).{1950,1954}', [2, 3]],
  ['title=like(any).{*Samurai,Rash*}', [2, 3]],
  ['title=like(all).{*Samurai,Seven*}', [2]],
  ['year=gt(all).{1950,1955}', [1]],
  ['mood=eq.tense', [2, 3]],
  ['currency=eq.USD', [1, 2, 3, 4, 5]],
  ['rating=gte.8.1', [2, 3]],
  ['shot_at=gt.1960-01-01T00:00:00.5Z', [1]],
  ['facts->>color=eq.b/w', [2, 3]],
  ['facts->runtime=gt.100', [2]],
  ['facts->cast->0->>name=eq.Corinne', [1]],
  ['tags->>0=eq.samurai', [2, 3]],
  ['full_title=eq.Rashomon (1950)', [3]],
  ['or=(year.eq.1950,year.eq.1954)', [2, 3]],
  ['and=(year.gt.1940,or(mood.eq.calm,rating.gt.8.5))', [1, 2]],
  ['or=(year.is.null,and(year.lt.1940,not.and(mood.eq.calm,is_lost.is.false)))', [4, 5]],
  ['not.or=(year.eq.1950,year.eq.1954)', [1, 5]],
  ['not.and=(mood.eq.tense,year.eq.1950)', [1, 2, 5]],
  ['or=(year.not.in.(1950,1954),title.eq."Rashomon")', [1, 3, 5]],
  ['or=(tags.cs.{samurai,court},title.eq.Lost reel)', [3, 5]],
  ['year=gt.1940&year=lt.1953', [3]],
  ['"title"=eq.Rashomon', [3]],
]

describe('operators', () => {
  test.each(cases)('the data API filter %s selects the expected films', async (query, ids) => {
    expect(await films(query)).toEqual(ids)
  })
})

describe('order and pages', () => {
  const titles = async (query: string) => {
    const response = await archive.fetch(`/films?select=id&${query}`)
    return ((await response.json()) as { id: number }[]).map(({ id }) => id)
  }

  test.each([
    ['order=year.asc.nullsfirst', [4, 5, 3, 2, 1]],
    ['order=year.desc.nullslast,id', [1, 2, 3, 5, 4]],
    ['order=year.desc', [4, 1, 2, 3, 5]],
    ['order=facts->>runtime.desc.nullslast,id&limit=2', [1, 3]],
    ['order=id&limit=2&offset=1', [2, 3]],
    ['order=id&limit=0', []],
    ['order=full_title.desc&limit=1', [2]],
  ])('the query %s returns the expected page of films', async (query, ids) => {
    expect(await titles(query)).toEqual(ids)
  })

  test('rows can be ordered by a column of a to-one embed', async () => {
    const response = await archive.fetch(
      '/films?select=id,director:people!films_director_id_fkey(name)&director_id=not.is.null&order=director(name).desc,id',
    )
    expect(((await response.json()) as { id: number }[]).map(({ id }) => id)).toEqual([2, 3, 1])
  })
})
