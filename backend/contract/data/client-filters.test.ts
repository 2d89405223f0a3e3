import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive, type Archive } from './archive.ts'

let archive: Archive
beforeAll(async () => {
  archive = await openArchive()
})
afterAll(() => archive.close())

const films = () => (archive.client() as unknown as SupabaseClient).from('films').select('id')
type Films = ReturnType<typeof films>

const filters: [method: keyof Films, (query: Films) => Films, ids: number[]][] = [
  ['eq', (query) => query.eq('year', 1954), [2]],
  ['neq', (query) => query.neq('year', 1954), [1, 3, 5]],
  ['gt', (query) => query.gt('year', 1954), [1]],
  ['gte', (query) => query.gte('year', 1954), [1, 2]],
  ['lt', (query) => query.lt('year', 1950), [5]],
  ['lte', (query) => query.lte('year', 1950), [3, 5]],
  ['like', (query) => query.like('title', '%Samurai'), [2]],
  ['likeAllOf', (query) => query.likeAllOf('title', ['Seven%', '%Samurai']), [2]],
  ['likeAnyOf', (query) => query.likeAnyOf('title', ['Rash%', '%Samurai']), [2, 3]],
  ['ilike', (query) => query.ilike('title', '%SAMURAI'), [2]],
  ['ilikeAllOf', (query) => query.ilikeAllOf('title', ['SEVEN%', '%samurai']), [2]],
  ['ilikeAnyOf', (query) => query.ilikeAnyOf('title', ['RASH%', '%samurai']), [2, 3]],
  ['regexMatch', (query) => query.regexMatch('title', '^R'), [3]],
  ['regexIMatch', (query) => query.regexIMatch('title', '^r'), [3]],
  ['is', (query) => query.is('year', null), [4]],
  ['isDistinct', (query) => query.isDistinct('year', 1954), [1, 3, 4, 5]],
  ['in', (query) => query.in('title', ['Lost reel', 'a, (b)', 'Seven Samurai']), [2, 5]],
  ['notIn', (query) => query.notIn('year', [1950, 1954]), [1, 5]],
  ['contains', (query) => query.contains('tags', ['samurai', 'court']), [3]],
  ['containedBy', (query) => query.containedBy('tags', ['samurai', 'court', 'paris']), [2, 3, 4]],
  ['rangeGt', (query) => query.rangeGt('on_show', '[1,10)'), [3]],
  ['rangeGte', (query) => query.rangeGte('on_show', '[5,20)'), [2, 3]],
  ['rangeLt', (query) => query.rangeLt('on_show', '[15,25)'), [1]],
  ['rangeLte', (query) => query.rangeLte('on_show', '[1,20)'), [1, 2]],
  ['rangeAdjacent', (query) => query.rangeAdjacent('on_show', '[10,12)'), [1]],
  ['overlaps', (query) => query.overlaps('tags', ['paris', 'court']), [1, 3]],
  ['textSearch', (query) => query.textSearch('title', 'lost reel', { type: 'plain' }), [5]],
  ['match', (query) => query.match({ mood: 'tense', year: 1950 }), [3]],
  ['not', (query) => query.not('year', 'in', '(1950,1954)'), [1, 5]],
  ['or', (query) => query.or('year.eq.1950,and(year.gt.1960,mood.eq.calm)'), [1, 3]],
  ['filter', (query) => query.filter('facts->>color', 'eq', 'b/w'), [2, 3]],
]

describe('filters of supabase-js', () => {
  test.each(filters)(
    'the supabase-js filter %s() returns the matching rows',
    async (_, apply, ids) => {
      const { data, error } = await apply(films()).order('id')
      expect([error, data?.map(({ id }) => id as number)]).toEqual([null, ids])
    },
  )

  test('supabase-js contains() accepts JSON and ranges, and textSearch() accepts a language and the query types phrase and websearch', async () => {
    const ids = async (query: Films) =>
      (await query.order('id')).data?.map(({ id }) => id as number)
    expect(await ids(films().contains('facts', { color: 'mixed' }))).toEqual([1])
    expect(await ids(films().contains('on_show', '[6,8)'))).toEqual([1, 2])
    const search = (text: string, options: object) =>
      ids(films().textSearch('title', text, options))
    expect(await search('reels', { config: 'english' })).toEqual([5])
    expect(await search('seven samurai', { type: 'phrase' })).toEqual([2])
    expect(await search('samurai or reel', { type: 'websearch' })).toEqual([2, 5])
  })

  test("supabase-js filters rows by columns of embedded relations, and throwOnError() throws the API's errors", async () => {
    const embedded = await (archive.client() as unknown as SupabaseClient)
      .from('films')
      .select('id, parts(name)')
      .eq('parts.person_id', 4)
      .or('person_id.eq.4,name.eq.Nobody', { referencedTable: 'parts' })
      .in('id', [1, 2])
      .order('id')
    expect(embedded.data).toEqual([
      { id: 1, parts: [] },
      { id: 2, parts: [{ name: 'Kikuchiyo' }] },
    ])
    await expect(films().eq('nope', 1).throwOnError()).rejects.toMatchObject({ code: '42703' })
  })
})
