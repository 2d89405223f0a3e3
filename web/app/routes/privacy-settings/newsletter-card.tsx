import { useState } from 'react'
import { browserClient } from '#web/data/browser-client.ts'
import { leaveNewsletter, readsNewsletter } from './queries.ts'
import { useQuery } from '#web/data/use-query.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The way out of the only marketing there is. */
export function NewsletterCard({ userId, email }: { userId: string; email: string }) {
  const { data, error, change } = useQuery(
    `newsletter of ${userId}`,
    readsNewsletter,
    'Failed to fetch your newsletter',
  )
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function leave() {
    setPending(true)
    setFailure(undefined)
    try {
      await leaveNewsletter(await browserClient())
      change(() => false)
    } catch (reason) {
      setFailure(messageOf(reason, 'Failed to end the newsletter'))
    } finally {
      setPending(false)
    }
  }

  const problem = error ?? failure
  return (
    <Card className="flex flex-col items-start gap-4">
      <h2 className="text-2xl">Marketing</h2>
      {data === undefined && !error && <Skeleton className="h-31 w-full sm:h-12.5" />}
      <output className="text-ink-soft empty:hidden">
        {data === true && `Our newsletter goes to ${email}.`}
        {data === false &&
          `We know of no newsletter to ${email}. Should you want it, its form is at the foot of every page; should it reach you all the same, each one has a link that ends it.`}
      </output>
      {data && (
        <Button variant="secondary" onPress={() => void leave()} isPending={isPending}>
          End the newsletter
        </Button>
      )}
      {problem && (
        <Banner tone="error" className="self-stretch">
          {problem}
        </Banner>
      )}
    </Card>
  )
}
