import type { Stripe } from 'stripe'
import type { TestClients } from './instances.ts'

/**
 * Returns functions that read a space's bookings, payments and other records from the database and
 * from the Stripe fake.
 */
export function recordsOf({ server, stripe }: TestClients, spaceId: string) {
  const intents = async (): Promise<Stripe.PaymentIntent[]> => {
    const { payment_intents } = (await stripe.state()) as {
      payment_intents: Stripe.PaymentIntent[]
    }
    return payment_intents.filter(({ metadata }) => metadata['space_id'] === spaceId)
  }
  return {
    /** PaymentIntents of the space, newest first. */
    intents,

    refunds: async (): Promise<Stripe.Refund[]> => {
      const ids = (await intents()).map(({ id }) => id)
      const { refunds } = (await stripe.state()) as { refunds: Stripe.Refund[] }
      return refunds.filter(({ payment_intent }) => ids.includes(String(payment_intent)))
    },

    /** Stripe transfers of the host's share of the payments. */
    transfers: async (): Promise<Stripe.Transfer[]> => {
      const groups = (await intents()).map(({ transfer_group }) => transfer_group)
      const { transfers } = (await stripe.state()) as { transfers: Stripe.Transfer[] }
      return transfers.filter(({ transfer_group }) => groups.includes(transfer_group))
    },

    bookings: async () => {
      const { data } = await server
        .from('bookings')
        .select('id, status, end_time, total_price, host_share_amount, guest_count, extras')
        .eq('space_id', spaceId)
        .throwOnError()
      return data
    },

    holds: async () => {
      const { data } = await server
        .from('space_availability')
        .select('id')
        .eq('space_id', spaceId)
        .eq('kind', 'hold')
        .eq('active', true)
        .throwOnError()
      return data
    },

    /** Ledger entries of the space, oldest first. */
    ledger: async () => {
      const { data } = await server
        .from('ledger_movements')
        .select('kind, amount_minor, currency, bookings!inner(space_id)')
        .eq('bookings.space_id', spaceId)
        .order('id')
        .throwOnError()
      return data.map(({ kind, amount_minor, currency }) => ({ kind, amount_minor, currency }))
    },
  }
}
