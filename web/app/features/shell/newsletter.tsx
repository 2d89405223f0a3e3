import { useState, type FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { frameStyles } from '#web/ui/field-styles.ts'

/** The newsletter has not started: an address given today is not kept, and the form says so. */
export function Newsletter() {
  const [answered, setAnswered] = useState(false)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.currentTarget.reset()
    setAnswered(true)
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <h2 className="font-sans text-sm font-semibold tracking-normal">New rooms, once a month</h2>
      <div className="flex gap-2">
        <input
          aria-label="E-mail for the newsletter"
          type="email"
          name="email"
          autoComplete="email"
          placeholder="you@example.com"
          required
          className={cx(frameStyles, 'px-3.5 outline-none')}
        />
        <Button type="submit" variant="secondary">
          Subscribe
        </Button>
      </div>
      <output className="min-h-6 text-sm text-ink-soft">
        {answered && 'Thank you. The first letter is not written yet, so we kept no address.'}
      </output>
    </form>
  )
}
