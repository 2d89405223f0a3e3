import { data, useSearchParams } from 'react-router'
import type { Route } from './+types/route'
import { company } from '#web/content/company.ts'
import { contact, contactSubjects } from '#web/content/contact.ts'
import { callForVisitor } from '#web/data/visitor-functions.server.ts'
import { checkMessage, readMessage } from './check-message.ts'
import { ContactDetails } from './contact-details.tsx'
import { ContactForm } from './contact-form.tsx'
import { Thanks } from './thanks.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { Card } from '#web/ui/card.tsx'

/** Sends the message on the visitor's behalf, with scripts in their browser or without. */
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

export function meta({ matches }: Route.MetaArgs) {
  const description = `Write to Hourspace, or mail ${company.email}. We answer guests and hosts alike.`
  return pageMeta(
    {
      title: 'Contact',
      description,
      path: paths.contact(),
      trail: [{ name: 'Contact', path: paths.contact() }],
    },
    matches,
  )
}

export default function Contact({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const asked = contactSubjects.find(({ id }) => id === search.get('subject'))
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
          <ContactForm answer={actionData} subject={asked?.id ?? 'general'} />
        )}
      </Card>
      <ContactDetails />
    </div>
  )
}
