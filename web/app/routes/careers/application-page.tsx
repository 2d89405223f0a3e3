import { CircleCheck } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { company } from '@hourspace/domain/company.ts'
import type { Opening } from '#web/content/careers.ts'
import { PageHeader } from '#web/features/content/page-header.tsx'
import { lazy } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import { useBrowserValue } from '#web/lib/use-browser-value.ts'
import { Card } from '#web/ui/card.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { OpeningFacts, OpeningLists } from './opening-card.tsx'

const ApplicationForm = lazy(() => import('./application-form.tsx'))

const waiting = <Skeleton className="h-150 rounded-control" />

export function ApplicationPage({ opening }: { opening: Opening }) {
  const [isSent, setSent] = useState(false)
  // The form needs JavaScript, so it is rendered only after hydration.
  const isHydrated = useBrowserValue(() => true, false)
  return (
    <div className="page flex flex-col gap-10 py-10 sm:py-14">
      <PageHeader
        crumbs={[{ label: 'Careers', to: paths.careers() }]}
        title={opening.title}
        lead={opening.summary}
      >
        <OpeningFacts opening={opening} />
      </PageHeader>
      <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <section aria-labelledby="about-the-work" className="flex flex-col gap-5">
          <h2 id="about-the-work" className="text-2xl">
            About the job
          </h2>
          <OpeningLists opening={opening} level="h3" stacked />
        </section>
        <section aria-labelledby="apply">
          <Card className="flex flex-col gap-5">
            {isSent ? (
              <ThankYou opening={opening} />
            ) : (
              <>
                <h2 id="apply" className="text-2xl">
                  Apply Now
                </h2>
                <noscript>
                  <p>
                    This form needs JavaScript. Please send your letter and résumé to{' '}
                    <a href={`mailto:${company.email}`} className="font-semibold underline">
                      {company.email}
                    </a>
                    .
                  </p>
                </noscript>
                <Suspense fallback={waiting}>
                  {isHydrated ? (
                    <ApplicationForm opening={opening} onSent={() => setSent(true)} />
                  ) : (
                    waiting
                  )}
                </Suspense>
              </>
            )}
          </Card>
        </section>
      </div>
    </div>
  )
}

function ThankYou({ opening }: { opening: Opening }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Focuses the heading, because the button that had the focus was removed.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex flex-col items-start gap-4">
      <CircleCheck aria-hidden className="size-10 text-success" />
      <h2 id="apply" ref={heading} tabIndex={-1} className="text-2xl outline-none">
        Thank you for your application
      </h2>
      <p className="text-ink-soft">
        We received your letter and résumé for {opening.title}. We read every application and will
        reply by email either way.
      </p>
      <LinkButton to={paths.careers()} variant="secondary">
        See all openings
      </LinkButton>
    </div>
  )
}
