import type { Route } from './+types/cancellation'
import { cancellationPolicyNames } from '@hourspace/domain/cancellation.ts'
import { cancellation, nameOf } from '#web/content/cancellation.ts'
import { PageHeader } from '#web/features/content/page-header.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { LongForm } from './policy-page.tsx'
import { RefundCalculator } from './refund-calculator.tsx'
import { answerRefundQuestion } from './refund-question.server.ts'

/**
 * The policy's text is rendered on the server and sent as HTML, which keeps it out of the
 * JavaScript.
 */
export function loader({ request }: Route.LoaderArgs) {
  return {
    page: cancellation,
    policies: cancellationPolicyNames.map((id) => ({ id, label: nameOf(id) })),
    calculation: answerRefundQuestion(new URL(request.url).searchParams),
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, description } = loaderData.page
  return pageMeta({ title, description, path: paths.cancellation() }, matches)
}

export default function Cancellation({ loaderData }: Route.ComponentProps) {
  const { page, policies, calculation } = loaderData
  const { title, lead, updated, sections } = page
  return (
    <div className="page flex flex-col gap-12 py-14 sm:py-20">
      <PageHeader title={title} lead={lead} updated={updated}>
        <TextLink to="#calculator" className="inline-flex min-h-8 items-center self-start">
          How much would I get back?
        </TextLink>
      </PageHeader>
      <LongForm sections={sections}>
        <RefundCalculator policies={policies} {...calculation} />
      </LongForm>
    </div>
  )
}
