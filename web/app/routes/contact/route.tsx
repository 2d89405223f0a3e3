import type { Route } from './+types/route'
import { Clock, type LucideIcon, Mail, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { data, useSearchParams } from 'react-router'
import { company } from '@hourspace/domain/company.ts'
import { contact, contactSubjects } from '#web/content/contact.ts'
import { callForVisitor } from '#web/data/visitor-functions.server.ts'
import { isUuid } from '#web/lib/is-uuid.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { checkMessage, readMessage } from './check-message.ts'
import { ContactForm, Thanks } from './contact-form.tsx'

export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData()
  const values = readMessage(form)
  const errors = checkMessage(values)
  if (Object.keys(errors).length > 0) return data({ errors, values }, { status: 400 })
  const answer = await callForVisitor(request, 'send-contact-message', {
    ...values,
    website: String(form.get('website') ?? ''),
  })
  if ('result' in answer) return { isSent: true as const }
  const { error, field, status } = answer
  const isField = field !== undefined && field in values
  return data(
    isField ? { errors: { [field]: error }, values } : { errors: {}, problem: `${error}.`, values },
    { status },
  )
}

/**
 * Shows the form again with the visitor's input if the request fails, its response is cut off, or a
 * proxy or Wi-Fi login page answers it.
 */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  // Clones the request, because `serverAction` reads its body.
  const values = readMessage(await request.clone().formData())
  try {
    return await serverAction()
  } catch {
    const problem =
      'We couldn’t confirm that your message was sent. Check your connection and try again.'
    return { errors: {}, problem, values }
  }
}

export const meta = staticMeta({
  title: 'Contact',
  description: `Contact ${company.name}, or email ${company.email}. We reply to guests and hosts.`,
  path: paths.contact(),
  trail: [{ name: 'Contact', path: paths.contact() }],
})

export default function Contact({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const requested = contactSubjects.find(({ id }) => id === search.get('subject'))
  const booking = search.get('booking') ?? ''
  const isSent = actionData !== undefined && 'isSent' in actionData

  return (
    <div className="page grid gap-x-16 gap-y-10 py-14 sm:py-20 lg:grid-cols-[5fr_6fr] lg:grid-rows-[auto_1fr]">
      <header>
        <h1 className="text-4xl">{contact.title}</h1>
        <p className="mt-5 max-w-prose text-lg text-ink-soft">{contact.lead}</p>
      </header>
      <Card className="self-start sm:p-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {isSent ? (
          <Thanks title={contact.thanks.title}>{contact.thanks.text}</Thanks>
        ) : (
          <ContactForm
            answer={actionData}
            subject={requested?.id ?? 'general'}
            message={isUuid(booking) ? `About booking ${booking}:\n` : undefined}
          />
        )}
      </Card>
      <ContactDetails />
    </div>
  )
}

function ContactDetails() {
  return (
    <dl className="flex flex-col gap-6">
      <Detail icon={Mail} title="Email">
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
          The <TextLink to={paths.help()}>Help Center</TextLink> answers common questions, and{' '}
          <TextLink to={paths.cancellation()}>Cancellation Policy</TextLink> explains refunds.
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
