import { MailCheck } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { contactSubjects } from '#web/content/contact.ts'
import { focusFirstInvalid } from '#web/lib/focus-first-invalid.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Honeypot } from '#web/ui/honeypot.tsx'
import { PlainInput, PlainSelect, PlainTextArea } from '#web/ui/plain-field.tsx'
import {
  checkMessage,
  type ContactErrors,
  type ContactMessage,
  readMessage,
} from './check-message.ts'

type ContactFormProps = {
  answer: { errors: ContactErrors; problem?: string; values: ContactMessage } | undefined
  /** `subject` is the id of the initially selected subject. */
  subject: string
  message?: string | undefined
}

/**
 * The contact form. Without JavaScript, the server responds with the page, which keeps the
 * visitor's input.
 */
export function ContactForm({ answer, subject, message }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<ContactErrors>(answer?.errors ?? {})
  const [shown, setShown] = useState(answer)
  const isSending = useNavigation().formMethod === 'POST'
  const values = answer?.values

  if (answer !== shown) {
    setShown(answer)
    setErrors(answer?.errors ?? {})
  }
  useEffect(() => {
    if (answer) focusFirstInvalid(form.current, answer.errors)
  }, [answer])

  function check(event: FormEvent<HTMLFormElement>) {
    const found = checkMessage(readMessage(new FormData(event.currentTarget)))
    setErrors(found)
    if (Object.keys(found).length === 0) return
    event.preventDefault()
    focusFirstInvalid(event.currentTarget, found)
  }

  /** Validates a field again on every keystroke while the field has an error. */
  function revalidate(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    if (!(name in errors)) return
    const found = checkMessage(readMessage(new FormData(event.currentTarget)))
    setErrors({ ...errors, [name]: found[name as keyof ContactErrors] })
  }

  return (
    <Form
      ref={form}
      method="post"
      noValidate
      preventScrollReset
      aria-label="Write to us"
      onSubmit={check}
      onInput={revalidate}
      className="relative flex flex-col gap-5"
    >
      {answer?.problem && <Banner tone="error">{answer.problem}</Banner>}
      <Honeypot />
      <div className="grid gap-5 sm:grid-cols-2">
        <PlainInput
          label="Name"
          name="name"
          error={errors.name}
          defaultValue={values?.name}
          autoComplete="name"
          maxLength={120}
        />
        <PlainInput
          label="Email"
          name="email"
          error={errors.email}
          type="email"
          defaultValue={values?.email}
          autoComplete="email"
          maxLength={254}
        />
      </div>
      <PlainSelect
        label="Subject"
        name="subject"
        error={errors.subject}
        options={contactSubjects}
        defaultValue={values?.subject || subject}
      />
      <PlainTextArea
        label="Message"
        name="message"
        error={errors.message}
        rows={7}
        maxLength={5000}
        defaultValue={values?.message ?? message}
      />
      <Button
        type="submit"
        isPending={isSending}
        pendingText="Sending..."
        className="self-start max-sm:w-full"
      >
        Send Message
      </Button>
    </Form>
  )
}

/** Success message that replaces the form. It takes the focus. */
export function Thanks({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex flex-col items-start gap-3 py-4">
      <MailCheck aria-hidden className="size-8 text-success" />
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {title}
      </h2>
      <div className="text-ink-soft">{children}</div>
    </div>
  )
}
