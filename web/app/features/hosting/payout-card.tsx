import { BadgeCheck, CircleAlert, Hourglass, Landmark, type LucideIcon } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { FunctionRefusal } from '#web/data/functions.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import {
  type PayoutAccount,
  type PayoutAccountState,
  payoutOnboardingUrl,
  stripeDashboardUrl,
} from './payout-account.ts'
import { BankPayouts } from './bank-payouts.tsx'
import { PayoutCountryField, usePayoutCountry } from './payout-country-field.tsx'

type Face = {
  icon: LucideIcon
  tone: Tone
  badge: string
  title: string
  text: string
  action?: string
}

const backFromStripe =
  'If your bank details are correct now, there is nothing more to do: Stripe pays out again on the next payout day. This notice disappears once the money has arrived.'

const failed = 'Failed to connect Stripe account'

/** Milliseconds for which the button stays busy while the browser opens Stripe. */
const leavingMs = 8_000

/**
 * Opens a page at Stripe. Resolves if the browser is still on this page after `leavingMs`, or if
 * the user returns to this page from the back/forward cache.
 */
async function openStripe(url: string): Promise<void> {
  location.assign(url)
  await new Promise((resolve) => {
    setTimeout(resolve, leavingMs)
    addEventListener('pageshow', resolve, { once: true })
  })
}

const faces: Record<PayoutAccountState, Face> = {
  not_connected: {
    icon: Landmark,
    tone: 'neutral',
    badge: 'Not connected',
    title: 'Get paid for your bookings',
    text: 'Connect a Stripe account, and your share is sent there 24 hours after each booking ends. Until then we keep it for you.',
    action: 'Connect Stripe Account',
  },
  incomplete: {
    icon: CircleAlert,
    tone: 'caution',
    badge: 'Setup incomplete',
    title: 'Finish setting up your payouts',
    text: 'Stripe still needs some details from you. Your earnings are kept for you until then.',
    action: 'Continue setup',
  },
  pending: {
    icon: Hourglass,
    tone: 'notice',
    badge: 'In review',
    title: 'Stripe is checking your details',
    text: 'You don’t need to do anything. Payouts start once the review is done.',
  },
  ready: {
    icon: BadgeCheck,
    tone: 'success',
    badge: 'Ready',
    title: 'Payouts are set up',
    text: 'Your share is sent to your Stripe account 24 hours after each booking ends. You can change your bank account at Stripe.',
    action: 'Open Stripe',
  },
  restricted: {
    icon: CircleAlert,
    tone: 'danger',
    badge: 'Action needed',
    title: 'Stripe has paused your payouts',
    text: 'Stripe needs an update from you before it can send you money again.',
    action: 'Update details',
  },
  bank_refused: {
    icon: CircleAlert,
    tone: 'danger',
    badge: 'Action needed',
    title: 'Your bank has refused a payout',
    text: 'The money is safe in your Stripe account. Stripe will try again once you fix your bank details there.',
    action: 'Update details',
  },
}

export function PayoutCard({
  account,
  userId,
}: {
  account: PayoutAccount
  userId: string | undefined
}) {
  const { data, error, refetch } = account
  if (error) {
    return (
      <Card className="flex flex-wrap items-center justify-between gap-4">
        <AlertText>{messageOf(error, failed)}</AlertText>
        <Button size="small" variant="secondary" onPress={() => void refetch()}>
          Try again
        </Button>
      </Card>
    )
  }
  if (!data) return <Waiting />
  return <State state={data} userId={userId} />
}

const Waiting = () => <Skeleton className="h-48 rounded-card sm:h-34" />

function State({ state, userId }: { state: PayoutAccountState; userId: string | undefined }) {
  const { icon: Icon, tone, badge, title, text, action } = faces[state]
  const [search] = useSearchParams()
  // True after the host has corrected the bank details at Stripe and returned. Stripe confirms
  // corrected bank details only with the next payout, so the state is still `bank_refused`.
  const isBack = state === 'bank_refused' && search.get('payouts') === 'return'
  const isNew = state === 'not_connected'
  const country = usePayoutCountry(isNew ? userId : undefined)
  const connect = useMutation({
    mutationFn: async () =>
      openStripe(
        await (state === 'ready' ? stripeDashboardUrl() : payoutOnboardingUrl(country.value)),
      ),
  })

  function start() {
    if (isNew && !country.value) country.askFor()
    else connect.mutate()
  }

  // Waits for the suggested country, which the host must see before creating the account: Stripe
  // never changes the country of an account.
  if (country.isLoading) return <Waiting />

  const button = action && (
    <Button
      onPress={start}
      variant={state === 'ready' ? 'secondary' : 'primary'}
      isPending={connect.isPending}
      pendingText="Opening Stripe..."
    >
      {action}
    </Button>
  )

  return (
    <Card className={cx('flex flex-wrap gap-x-6 gap-y-4', isNew ? 'items-start' : 'items-center')}>
      <span className="inline-flex size-12 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <Icon aria-hidden className="size-6" />
      </span>
      <div className="flex min-w-0 grow basis-72 flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 className="text-xl">{title}</h2>
          <Badge tone={tone} dot>
            {badge}
          </Badge>
        </div>
        <p className="max-w-prose text-sm text-ink-soft">{isBack ? backFromStripe : text}</p>
        {isNew && (
          <>
            <PayoutCountryField country={country} />
            <div className="mt-2">{button}</div>
          </>
        )}
        <AlertText>{connect.error && messageOf(connect.error, failed)}</AlertText>
        {connect.error instanceof FunctionRefusal &&
          connect.error.code === 'second_factor_required' && (
            <TextLink to={`${paths.security()}#factors`} className="text-sm">
              Set up two-step verification
            </TextLink>
          )}
      </div>
      {!isNew && button}
      {!isNew && userId && <BankPayouts userId={userId} />}
    </Card>
  )
}
