import type { Route } from './+types/route'
import { SearchX } from 'lucide-react'
import { Form, type ShouldRevalidateFunctionArgs } from 'react-router'
import { help, helpCategories } from '#web/content/help/help.ts'
import { questions } from '#web/content/help/questions.server.ts'
import { ChipLinks } from '#web/features/content/chip-links.tsx'
import { PageHeader } from '#web/features/content/page-header.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { useUrlFilters } from '#web/lib/use-url-filters.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { QuestionList } from './question-list.tsx'
import { searchQuestions, structuredQuestions } from './questions.ts'

export function loader() {
  return { questions }
}

/** Searches without a request, because the page already contains all questions. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta(
    {
      title: help.title,
      description: help.lead,
      path: paths.help(),
      trail: [{ name: help.title, path: paths.help() }],
      structured: structuredQuestions(loaderData?.questions ?? []),
    },
    matches,
  )
}

export default function Help({ loaderData }: Route.ComponentProps) {
  const { params, field } = useUrlFilters()
  const { text, setText, flush } = field
  const category = helpCategories.find(({ id }) => id === params.get('category'))?.id

  const inCategory = loaderData.questions.filter((one) => !category || one.category === category)
  const found = searchQuestions(inCategory, text)
  const isSearch = text.trim() !== ''
  const groups = isSearch
    ? [{ id: 'found', label: 'Answers', questions: found }]
    : helpCategories.map(({ id, label }) => ({
        id,
        label,
        questions: found.filter((one) => one.category === id),
      }))

  return (
    <div className="page flex flex-col gap-10 py-14 sm:py-20">
      <PageHeader title={help.title} lead={help.lead}>
        <search className="mt-2 max-w-2xl">
          <Form
            action={paths.help()}
            className="flex gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              flush()
            }}
          >
            {category && <input type="hidden" name="category" value={category} />}
            <SearchField
              name="q"
              label="Search the Help Center"
              placeholder="Refund, payout, time zone…"
              value={text}
              onChange={setText}
              maxLength={120}
              autoComplete="off"
            />
            <Button type="submit">Search</Button>
          </Form>
        </search>
      </PageHeader>

      <ChipLinks
        label="Categories"
        chips={[
          { label: 'All', to: pathOf({ q: text }), isCurrent: !category },
          ...helpCategories.map(({ id, label }) => ({
            label,
            to: pathOf({ q: text, category: id }),
            isCurrent: id === category,
          })),
        ]}
      />
      <output className="sr-only">
        {isSearch && `${found.length} ${found.length === 1 ? 'answer' : 'answers'}`}
      </output>

      <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-10">
          {found.length === 0 ? (
            <EmptyState
              icon={SearchX}
              title={help.noneTitle}
              action={<LinkButton to={paths.contact({ subject: 'support' })}>Ask us</LinkButton>}
            >
              {help.noneText}
            </EmptyState>
          ) : (
            groups
              .filter(({ questions }) => questions.length > 0)
              .map(({ id, label, questions }) => (
                <section key={id} aria-labelledby={`${id}-questions`}>
                  <h2 id={`${id}-questions`} className="mb-4 text-2xl">
                    {label}
                  </h2>
                  <QuestionList questions={questions} />
                </section>
              ))
          )}
        </div>
        <Card className="flex flex-wrap items-center justify-between gap-4 lg:sticky lg:top-24">
          <div>
            <h2 className="text-xl">Still stuck?</h2>
            <p className="mt-1 text-ink-soft">{help.liveChat}</p>
          </div>
          <LinkButton to={paths.contact({ subject: 'support' })} variant="secondary">
            Write to us
          </LinkButton>
        </Card>
      </div>
    </div>
  )
}

const pathOf = ({ q, category }: { q: string; category?: string | undefined }) =>
  paths.help({ ...(q.trim() && { q: q.trim() }), ...(category && { category }) })
