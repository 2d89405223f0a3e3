import type { ReactNode } from 'react'
import type { Policy } from '#web/content/policy.ts'
import { LongForm } from './long-form.tsx'
import { PageHeader } from '#web/features/content/page-header.tsx'

type PolicyPageProps = {
  policy: Policy
  /** What stands below the last section, as buttons. */
  children?: ReactNode
}

/** A policy as a whole page, dated, with the list of what it holds. */
export function PolicyPage({ policy, children }: PolicyPageProps) {
  const { title, lead, updated, sections } = policy
  return (
    <div className="page flex flex-col gap-12 py-14 sm:py-20">
      <PageHeader title={title} lead={lead} updated={updated} />
      <LongForm sections={sections}>{children}</LongForm>
    </div>
  )
}
