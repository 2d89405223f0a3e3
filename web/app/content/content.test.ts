import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchRoutes } from 'react-router'
import { describe, expect, test } from 'vitest'
import { team, values } from '#web/content/about.ts'
import type { Block } from '#web/content/blocks.ts'
import { categories } from '#web/content/blog/post.ts'
import { posts } from '#web/content/blog/posts.server.ts'
import { openings } from '#web/content/careers.ts'
import { helpCategories } from '#web/content/help/help.ts'
import { questions } from '#web/content/help/questions.server.ts'
import { press } from '#web/content/press/press.ts'
import { releases } from '#web/content/press/releases.server.ts'
import { blockText, piecesOf } from '#web/features/content/inline-text.ts'
import { routeTable } from '#web/test-routes.ts'
import { postsIn, relatedTo } from '#web/routes/blog/post-views.server.ts'

const publicFolder = join(import.meta.dirname, '../../public')

/**
 * True if the URL has a route. The URL of a blog post, press release or help answer must also
 * contain an existing slug or id.
 */
function exists(address: string): boolean {
  const { pathname, hash } = new URL(address, 'http://localhost')
  const [, section, slug] = pathname.split('/')
  if (section === 'blog' && slug) return posts.some((post) => post.slug === slug)
  if (section === 'press' && slug) return releases.some((release) => release.slug === slug)
  if (section === 'help' && hash) return questions.some(({ id }) => `#${id}` === hash)
  const file = matchRoutes(routeTable, pathname)?.at(-1)?.route.id
  return file !== undefined && file !== 'routes/not-found/route.tsx'
}

/** All texts of a block, including their markup. */
const textsOf = (block: Block): string[] =>
  JSON.stringify(block)
    .match(/"(?:[^"\\]|\\.)*"/g)
    ?.map((text) => JSON.parse(text) as string) ?? []

const everything: Array<[name: string, blocks: Block[]]> = [
  ...posts.map(({ slug, intro, sections }): [string, Block[]] => [
    slug,
    [...intro, ...sections.flatMap(({ blocks }) => blocks)],
  ]),
  ...releases.map(({ slug, body }): [string, Block[]] => [slug, [...body]]),
  ...questions.map(({ id, answer }): [string, Block[]] => [id, [...answer]]),
]

test.each(everything)(
  'every link in the content "%s" points to an existing page',
  (_name, blocks) => {
    const links = blocks
      .flatMap(textsOf)
      .flatMap(piecesOf)
      .flatMap(({ to }) => to ?? [])
    const dead = links.filter((to) => !/^(mailto:|https:)/.test(to) && !exists(to))
    expect(dead).toEqual([])
  },
)

test('page texts and demo data use American spelling and words', () => {
  const british =
    /\w*(colour|neighbour|favourit|behaviour|organis|recognis|theatre|e-mail)\w*|(goods|freight) lift|hire room|dearest|driving licen[cs]e|number plate|summer time|folding rule\b/gi
  const root = join(import.meta.dirname, '../../..')
  const files = globSync(
    '{web/app/{content,features,routes},supabase/seed}/**/!(*.test).{ts,tsx}',
    {
      cwd: root,
    },
  )
  expect(files).toContain('supabase/seed/spaces/united-states-west.ts')
  const found = files.flatMap((file) =>
    (readFileSync(join(root, file), 'utf8').match(british) ?? []).map((word) => [file, word]),
  )
  expect(found).toEqual([])
})

describe('the blog', () => {
  test('every blog category has posts; slugs are unique and posts are sorted newest first', () => {
    expect(posts.length).toBeGreaterThanOrEqual(8)
    for (const { id } of categories) expect(postsIn(id)).not.toEqual([])
    expect(new Set(posts.map(({ slug }) => slug)).size).toBe(posts.length)
    const days = posts.map(({ published }) => published)
    expect(days).toEqual([...days].sort().reverse())
  })

  test.each(posts)(
    'the blog post $slug has its images, unique section ids and 500 to 900 words',
    (post) => {
      for (const kind of ['640.avif', '640.webp', '1280.avif', '1280.webp'])
        expect(existsSync(join(publicFolder, `images/post-${post.slug}-${kind}`))).toBe(true)
      const blocks = [...post.intro, ...post.sections.flatMap(({ blocks }) => blocks)]
      const words = blocks.map(blockText).join(' ').split(/\s+/).length
      expect(words).toBeGreaterThanOrEqual(500)
      expect(words).toBeLessThanOrEqual(900)
      const ids = post.sections.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    },
  )

  test('a blog category shows only its posts, and an unknown category shows all posts', () => {
    expect(postsIn('design').map(({ category }) => category.label)).toEqual(['Design'])
    expect(postsIn('cooking')).toHaveLength(posts.length)
    expect(postsIn(null)).toHaveLength(posts.length)
  })

  test('related blog posts start with the same category and exclude the post itself', () => {
    const [post] = postsIn('technology').map(({ slug }) => posts.find((one) => one.slug === slug)!)
    const related = relatedTo(post!)
    expect(related[0]?.category.id).toBe('technology')
    expect(related.map(({ slug }) => slug)).not.toContain(post!.slug)
    expect(related).toHaveLength(3)
  })
})

test('the Help Center has at least 24 questions and more than 5 in each category', () => {
  expect(questions.length).toBeGreaterThanOrEqual(24)
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
  for (const { id } of helpCategories)
    expect(questions.filter(({ category }) => category === id).length).toBeGreaterThan(5)
})

test('the Help Center repeats the deadlines and hours of the policies', () => {
  const text = questions.flatMap(({ answer }) => answer.map(blockText)).join(' ')
  for (const fact of [
    'up to 48 hours before',
    '24 hours after the booking has ended',
    '3 to 5 business days',
    '5 to 7 business days',
    'Monday to Friday, 9 AM to 6 PM PST',
    '$1M of liability insurance',
  ])
    expect(text).toContain(fact)
})

test('the about page has four values and three team members with existing portraits', () => {
  expect(values).toHaveLength(4)
  expect(team).toHaveLength(3)
  for (const { picture } of team) expect(existsSync(join(publicFolder, picture))).toBe(true)
})

test('the careers page has four openings with unique slugs that the application function accepts', () => {
  expect(openings).toHaveLength(4)
  for (const { slug } of openings) expect(slug).toMatch(/^[a-z0-9-]{1,60}$/)
  expect(new Set(openings.map(({ slug }) => slug)).size).toBe(4)
})

test('the press page has at least three releases and existing logo files', () => {
  expect(releases.length).toBeGreaterThanOrEqual(3)
  for (const { file } of press.assets) expect(existsSync(join(publicFolder, file))).toBe(true)
})
