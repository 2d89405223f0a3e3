import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { newsletter } from '#web/content/newsletter.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { frameStyles } from '#web/ui/field-styles.ts'
import { Honeypot } from '#web/ui/honeypot.tsx'

type Answer = { status?: string; error?: string }

/** The newsletter sign-up form. Without JavaScript, it submits to the newsletter page. */
export function Newsletter({ id = 'footer', heading }: { id?: string; heading?: string }) {
  const { Form, data, state } = useFetcher<Answer>()
  const form = useRef<HTMLFormElement>(null)
  const error = data?.error
  useEffect(() => {
    if (data?.status) form.current?.reset()
    else if (data?.error) form.current?.querySelector<HTMLElement>('[type=email]')?.focus()
  }, [data])

  return (
    <Form
      ref={form}
      method="post"
      action={paths.newsletter()}
      defaultShouldRevalidate={false}
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
          isPending={state !== 'idle'}
          pendingText="Subscribe"
        >
          Subscribe
        </Button>
      </div>
      <output
        id={`${id}-newsletter-answer`}
        className={cx('min-h-6 text-sm', error ? 'font-medium text-danger-ink' : 'text-ink-soft')}
      >
        {error ?? (data?.status && newsletter.pending)}
      </output>
    </Form>
  )
}
