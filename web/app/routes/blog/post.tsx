import { company } from '@hourspace/domain/company.ts'
import type { Route } from './+types/post'
import { data } from 'react-router'
import { publicEnvironment } from '#web/data/backend.server.ts'
import { Day, PageHeader } from '#web/features/content/page-header.tsx'
import { PostPicture } from '#web/features/content/post-picture.tsx'
import { Prose } from '#web/features/content/prose.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { PostCard } from './post-card.tsx'
import { postOf, relatedTo, structuredPost, summaryOf } from './post-views.server.ts'

export function loader({ params }: Route.LoaderArgs) {
  const post = postOf(params.slug)
  if (!post) throw data('Article not found', { status: 404 })
  const { intro, sections } = post
  const summary = summaryOf(post)
  const structured = structuredPost(summary, publicEnvironment().siteUrl)
  return { post: summary, intro, sections, related: relatedTo(post), structured }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [{ title: `Article not found · ${company.name}` }]
  const { post, structured } = loaderData
  const path = paths.blogPost(post.slug)
  return pageMeta(
    {
      title: post.title,
      description: post.summary,
      path,
      image: post.picture,
      trail: [
        { name: 'Blog', path: paths.blog() },
        { name: post.title, path },
      ],
      structured,
    },
    matches,
  )
}

export default function BlogPost({ loaderData }: Route.ComponentProps) {
  const { post, intro, sections, related } = loaderData
  const { category, author } = post
  return (
    <div className="flex flex-col gap-16 py-10 sm:py-14">
      <article className="page flex flex-col gap-10">
        <div className="mx-auto w-full max-w-prose text-lg">
          <PageHeader
            crumbs={[
              { label: 'Blog', to: paths.blog() },
              { label: category.label, to: paths.blog({ category: category.id }) },
            ]}
            title={post.title}
            lead={post.summary}
          >
            <div className="flex flex-wrap items-center gap-3 text-sm">
              <img src={author.picture} alt="" width={44} height={44} className="rounded-full" />
              <div>
                <p className="font-semibold">{author.name}</p>
                <p className="text-ink-faint">
                  <Day date={post.published} /> · {post.minutes} min read
                </p>
              </div>
            </div>
          </PageHeader>
        </div>
        <PostPicture
          slug={post.slug}
          alt={post.pictureAlt}
          sizes="(min-width: 70rem) 64rem, 92vw"
          isFirst
          className="mx-auto aspect-video max-w-5xl rounded-sheet"
        />
        <div className="mx-auto flex w-full max-w-prose flex-col gap-10 text-lg">
          <Prose blocks={intro} />
          {sections.map(({ id, title, blocks }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`} className="mb-4 text-2xl">
                {title}
              </h2>
              <Prose blocks={blocks} />
            </section>
          ))}
        </div>
      </article>

      <section
        aria-labelledby="read-next"
        className="page flex flex-col gap-6 border-t border-line pt-10"
      >
        <h2 id="read-next" className="text-2xl">
          Read next
        </h2>
        <ul className="grid gap-8 sm:grid-cols-2 lg:grid-cols-3">
          {related.map((other) => (
            <li key={other.slug}>
              <PostCard post={other} level="h3" />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
