import { Quote } from 'lucide-react'
import { stories } from '#web/content/home.ts'

/** Two people for whom it worked. */
export function SuccessStories() {
  return (
    <section aria-labelledby="success-stories" className="page flex flex-col gap-6">
      <h2 id="success-stories" className="text-3xl">
        Success Stories
      </h2>
      <ul className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
        {stories.map(({ quote, who }) => (
          <li key={who}>
            <figure className="flex h-full flex-col gap-4 border-l-4 border-lamp pl-5 sm:pl-7">
              <Quote aria-hidden className="size-7 fill-lamp/30 text-lamp" />
              <blockquote className="font-display text-xl text-pretty">{quote}</blockquote>
              <figcaption className="mt-auto text-sm font-semibold text-ink-soft">{who}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
