import { Clock, Mail, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Route } from './+types/contact'
import { company } from '#web/content/company.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { Card } from '#web/ui/card.tsx'

const description = `Write to Hourspace at ${company.email}. We answer guests and hosts alike.`

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({ title: 'Contact', description, path: paths.contact() }, matches)
}

export default function Contact() {
  return (
    <div className="page py-14 sm:py-20">
      <h1 className="text-4xl">Talk to us</h1>
      <p className="mt-5 max-w-prose text-lg text-ink-soft">
        About a booking, a payout or a room you would like to list: a person reads every letter.
      </p>
      <div className="mt-10 grid gap-4 md:grid-cols-3">
        <Detail icon={<Mail aria-hidden className="size-5" />} title="E-mail">
          <a
            href={`mailto:${company.email}`}
            className="inline-flex min-h-8 items-center font-semibold text-accent-ink underline underline-offset-4"
          >
            {company.email}
          </a>
        </Detail>
        <Detail icon={<Clock aria-hidden className="size-5" />} title="Hours">
          Monday to Friday, 9 AM to 6 PM PST
        </Detail>
        <Detail icon={<MapPin aria-hidden className="size-5" />} title="Office">
          {company.place}
        </Detail>
      </div>
    </div>
  )
}

function Detail({
  icon,
  title,
  children,
}: {
  icon: ReactNode
  title: string
  children: ReactNode
}) {
  return (
    <Card className="flex flex-col gap-2">
      <span className="text-accent-ink">{icon}</span>
      <h2 className="text-lg">{title}</h2>
      <div className="text-ink-soft">{children}</div>
    </Card>
  )
}
