import { Day } from '#web/features/content/page-header.tsx'
import { paths } from '#web/lib/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'
import { PostPicture } from '#web/features/content/post-picture.tsx'
import type { PostSummary } from './post-views.server.ts'

const leadSizes = '(min-width: 80rem) 40rem, (min-width: 48rem) 50vw, 92vw'
const listSizes = '(min-width: 80rem) 24rem, (min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 92vw'

type PostCardProps = {
  post: PostSummary
  /** `lead` selects the wide card of the newest article. */
  lead?: boolean
  level?: 'h2' | 'h3'
}

export function PostCard({ post, lead, level: Title = 'h2' }: PostCardProps) {
  return (
    <article
      className={cx(
        'group relative flex h-full flex-col gap-4',
        lead && 'md:grid md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:items-center md:gap-8',
      )}
    >
      <div className="overflow-hidden rounded-card bg-sunken">
        <PostPicture
          slug={post.slug}
          alt=""
          sizes={lead ? leadSizes : listSizes}
          {...(lead && { isFirst: true })}
          className="aspect-video transition-transform duration-300 ease-settle group-hover:scale-[1.02]"
        />
      </div>
      <div className="flex flex-col items-start gap-2">
        <Badge tone="accent">{post.category.label}</Badge>
        <Title className={lead ? 'text-3xl' : 'text-xl'}>
          <Link
            to={paths.blogPost(post.slug)}
            className="group-hover:underline after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {post.title}
          </Link>
        </Title>
        <p className="text-ink-soft">{post.summary}</p>
        <PostFacts post={post} />
      </div>
    </article>
  )
}

function PostFacts({ post }: { post: PostSummary }) {
  return (
    <p className="text-sm text-ink-faint">
      {post.author.name} · <Day date={post.published} /> · {post.minutes} min read
    </p>
  )
}
