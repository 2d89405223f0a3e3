import { Rss } from 'lucide-react'
import { company } from '@hourspace/domain/company.ts'
import type { Route } from './+types/route'
import { allPosts, categories } from '#web/content/blog/post.ts'
import { postsIn } from './post-views.server.ts'
import { PostCard } from './post-card.tsx'
import { ChipLinks } from '#web/features/content/chip-links.tsx'
import { PageHeader } from '#web/features/content/page-header.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

const description = `Advice for hosts, guides to cities, and how ${company.name} works behind the scenes: articles by the people who build it.`

export function loader({ request }: Route.LoaderArgs) {
  const wanted = new URL(request.url).searchParams.get('category')
  const category = categories.find(({ id }) => id === wanted) ?? null
  return { category, posts: postsIn(category?.id ?? null) }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const category = loaderData?.category
  return [
    ...pageMeta(
      {
        title: category ? `${category.label} · Blog` : 'Blog',
        description,
        path: paths.blog(category ? { category: category.id } : {}),
        trail: [{ name: 'Blog', path: paths.blog() }],
      },
      matches,
    ),
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/rss+xml',
      title: `${company.name} Blog`,
      href: paths.blogFeed(),
    },
  ]
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { category, posts } = loaderData
  const [newest, ...others] = posts
  const chips = [
    { label: allPosts, to: paths.blog(), isCurrent: category === null },
    ...categories.map(({ id, label }) => ({
      label,
      to: paths.blog({ category: id }),
      isCurrent: id === category?.id,
    })),
  ]

  return (
    <div className="page flex flex-col gap-10 py-14 sm:py-20">
      <PageHeader
        title="Notes from the rooms"
        lead="What we learn from hosts, cities and our own mistakes, written down so you can use it."
      >
        <a
          href={paths.blogFeed()}
          className="inline-flex min-h-8 items-center gap-2 self-start text-sm text-ink-soft hover:text-ink hover:underline pointer-coarse:min-h-11"
        >
          <Rss aria-hidden className="size-4" />
          Subscribe by RSS
        </a>
      </PageHeader>
      <ChipLinks label="Categories" chips={chips} />
      <output className="sr-only">
        {category?.label ?? allPosts}: {posts.length} {posts.length === 1 ? 'article' : 'articles'}
      </output>
      {newest && <PostCard post={newest} lead />}
      {others.length > 0 && (
        <ul className="grid gap-x-8 gap-y-12 border-t border-line pt-10 sm:grid-cols-2 lg:grid-cols-3">
          {others.map((post) => (
            <li key={post.slug}>
              <PostCard post={post} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
