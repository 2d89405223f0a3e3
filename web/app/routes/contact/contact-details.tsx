import { Clock, Mail, MapPin, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { company } from '#web/content/company.ts'
import { contact } from '#web/content/contact.ts'
import { paths } from '#web/lib/paths.ts'
import { TextLink } from '#web/ui/text-link.tsx'

/** The other ways to reach the company. */
export function ContactDetails() {
  return (
    <dl className="flex flex-col gap-6">
      <Detail icon={Mail} title="E-mail">
        <TextLink to={`mailto:${company.email}`} className="inline-flex min-h-8 items-center">
          {company.email}
        </TextLink>
      </Detail>
      <Detail icon={Clock} title="Hours">
        {contact.hours}
      </Detail>
      <Detail icon={MapPin} title="Office">
        {company.place}
      </Detail>
      <div className="border-t border-line pt-6 text-ink-soft">
        <dt className="font-semibold text-ink">Looking for an answer now?</dt>
        <dd className="mt-1">
          The <TextLink to={paths.help()}>Help Center</TextLink> has the most frequent ones, and{' '}
          <TextLink to={paths.cancellation()}>Cancellation Policy</TextLink> says what comes back.
        </dd>
      </div>
    </dl>
  )
}

function Detail(props: { icon: LucideIcon; title: string; children: ReactNode }) {
  const { icon: Icon, title, children } = props
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-4">
      <Icon aria-hidden className="row-span-2 mt-0.5 size-5 text-accent-ink" />
      <dt className="font-semibold">{title}</dt>
      <dd className="text-ink-soft">{children}</dd>
    </div>
  )
}
