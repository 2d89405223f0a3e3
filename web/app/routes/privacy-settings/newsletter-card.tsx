import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { browserClient } from '#web/data/browser-client.ts'
import { userKey } from '#web/data/query-client.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

async function isSubscriber(): Promise<boolean> {
  const client = await browserClient()
  const { data } = await client.rpc('is_newsletter_subscriber').throwOnError()
  return data
}

async function unsubscribe(): Promise<void> {
  const client = await browserClient()
  await client.rpc('unsubscribe_from_newsletter').throwOnError()
}

export function NewsletterCard({ userId, email }: { userId: string; email: string }) {
  const queryClient = useQueryClient()
  const queryKey = [...userKey(userId), 'newsletter']
  const query = useQuery({ queryKey, queryFn: isSubscriber })
  const unsubscription = useMutation({
    mutationFn: unsubscribe,
    onSuccess: () => queryClient.setQueryData(queryKey, false),
  })
  const { data } = query
  const problem =
    (query.error && messageOf(query.error, 'Failed to load your newsletter subscription')) ??
    (unsubscription.error && messageOf(unsubscription.error, 'Failed to unsubscribe'))

  return (
    <Card className="flex grow flex-col items-start gap-4">
      <h2 className="text-xl">Marketing</h2>
      {data === undefined && !query.error && <Skeleton className="h-31 w-full sm:h-12.5" />}
      <output className="wrap-anywhere text-ink-soft empty:hidden">
        {data === true && `You get our newsletter at ${email}.`}
        {data === false &&
          `You are not subscribed with ${email}. To subscribe, use the form at the bottom of any page.`}
      </output>
      {data && (
        <Button
          variant="secondary"
          onPress={() => unsubscription.mutate()}
          isPending={unsubscription.isPending}
        >
          Unsubscribe
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
