import type { Route } from './+types/cancellation'
import { cancellationPolicyNames } from '@hourspace/domain/cancellation.ts'
import { cancellation, nameOf } from '#web/content/cancellation.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { PolicyPage } from './policy-page.tsx'
import { RefundCalculator } from './refund-calculator.tsx'
import { answerRefundQuestion } from './refund-question.server.ts'

/** Returns the policy from the server, so that the page's JavaScript does not contain the text. */
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
  const calculatorLink = (
    <TextLink to="#calculator" className="inline-flex min-h-8 items-center self-start">
      How much would I get back?
    </TextLink>
  )
  return (
    <PolicyPage
      policy={page}
      intro={calculatorLink}
      aside={<RefundCalculator policies={policies} {...calculation} />}
    />
  )
}
