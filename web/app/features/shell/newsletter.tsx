import { type SubmitEvent, useState } from 'react'
import { newsletter } from '#web/content/newsletter.ts'
import { fetchAs } from '#web/data/backend-fetch.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { frameStyles } from '#web/ui/field-styles.ts'
import { Honeypot } from '#web/ui/honeypot.tsx'

type Answer = { status: 'sending' } | { status: 'sent' } | { status: 'failed'; error: string }

/** Emails a confirmation link to the address in the form. */
async function subscribe(form: HTMLFormElement): Promise<Answer> {
  const fallback = 'We couldn’t subscribe you. Check your connection and try again.'
  try {
    const { callFunction } = await import('#web/data/functions.ts')
    // Sends no user token, because a subscription belongs to an email and not to an account.
    const send = fetchAs(() => Promise.resolve(null))
    const fields = Object.fromEntries(new FormData(form))
    const data = await callFunction<{ pending?: true }>('subscribe-newsletter', fields, send)
    // Checks `pending`, because the sign-in page of a Wi-Fi network also responds with status 200.
    return data.pending ? { status: 'sent' } : { status: 'failed', error: fallback }
  } catch (error) {
    return { status: 'failed', error: messageOf(error, fallback) }
  }
}

/** The newsletter sign-up form. Without JavaScript, it submits to the newsletter page. */
export function Newsletter({ id = 'footer', heading }: { id?: string; heading?: string }) {
  const [answer, setAnswer] = useState<Answer>()
  const error = answer?.status === 'failed' ? answer.error : undefined

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (answer?.status === 'sending') return
    const form = event.currentTarget
    setAnswer({ status: 'sending' })
    const next = await subscribe(form)
    setAnswer(next)
    if (next.status === 'sent') form.reset()
    else form.querySelector<HTMLElement>('[type=email]')?.focus()
  }

  return (
    <form
      method="post"
      action={paths.newsletter()}
      onSubmit={(event) => void submit(event)}
      className="relative flex flex-col gap-2"
    >
      {heading && <h2 className="font-sans text-sm font-semibold tracking-normal">{heading}</h2>}
      <Honeypot />
      <div className="flex flex-wrap gap-2">
        <input
          aria-label="Email for the newsletter"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-newsletter-answer`}
          type="email"
          name="email"
          autoComplete="email"
          placeholder="you@example.com"
          required
          maxLength={254}
          className={cx(
            frameStyles,
            'min-w-0 shrink grow basis-40 px-3.5 outline-none aria-invalid:border-danger',
          )}
        />
        <Button
          type="submit"
          variant={id === 'footer' ? 'secondary' : 'primary'}
          isPending={answer?.status === 'sending'}
          pendingText="Subscribe"
        >
          Subscribe
        </Button>
      </div>
      <output
        id={`${id}-newsletter-answer`}
        className={cx('min-h-6 text-sm', error ? 'font-medium text-danger-ink' : 'text-ink-soft')}
      >
        {error ?? (answer?.status === 'sent' && newsletter.pending)}
      </output>
    </form>
  )
}
